import {
  type Instrumenter,
  type TracingContext,
  type TracingSpan,
  useInstrumenter,
} from '@azure/core-tracing';
import { beforeEach, expect, it } from 'vitest';
import { EmployeeRepository, employee } from '../support/employee.js';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const spans: { name: string; status: string | undefined; attributes: Record<string, unknown> }[] = [];

const activeContext: TracingContext = {
  setValue: () => activeContext,
  getValue: () => undefined,
  deleteValue: () => activeContext,
};

/** Records spans as an OpenTelemetry bridge would get them. */
const recorder: Instrumenter = {
  startSpan(name) {
    const seen = { name, status: undefined as string | undefined, attributes: {} as Record<string, unknown> };
    spans.push(seen);
    const span: TracingSpan = {
      setStatus: ({ status }) => Object.assign(seen, { status }),
      setAttribute: (name, value) => Object.assign(seen.attributes, { [name]: value }),
      end: () => {},
      recordException: () => {},
      isRecording: () => true,
      addEvent: () => {},
    };
    return { span, tracingContext: activeContext };
  },
  withContext: (_context, callback, ...args) => callback(...args),
  parseTraceparentHeader: () => undefined,
  createRequestHeaders: () => ({}),
};

let employees: EmployeeRepository;

beforeEach(async () => {
  employees = new EmployeeRepository(storage.store(), { table: storage.emulator.uniqueName('Telemetry') });
  await employees.insert(employee(1));
  useInstrumenter(recorder);
  spans.length = 0;
});

it('shows a missing row as an answer, not as a failure', async () => {
  expect(await employees.get({ department: 'Sales', id: 2 })).toBeUndefined();
  expect(await employees.exists({ department: 'Sales', id: 2 })).toBe(false);
  expect(spans.map((span) => span.name)).toEqual(['HTTP GET', 'HTTP GET']);
  expect(spans.map((span) => span.status)).toEqual([undefined, undefined]);
});

it('shows a refused write as a failure', async () => {
  await expect(employees.insert(employee(1))).rejects.toThrow();
  expect(spans.map((span) => [span.status, span.attributes['http.status_code']])).toEqual([['error', 409]]);
});
