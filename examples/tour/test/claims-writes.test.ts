import { describe, expect, it } from 'vitest';
import { sameRow, sameRows } from '../src/physical-rows.js';
import { columnsOf, keysOf, methods, partsOf, useObservedTour } from './support/observed.js';

const tour = useObservedTour();

describe('delete', () => {
  it('leaves the rows that it shows', () => {
    const [deletion] = tour.of('delete');
    expect(deletion!.after.map((row) => `${row.partitionKey}/${row.rowKey}`)).toEqual([
      'Marketing/department',
      'R&D~2FOps/department',
      'Sales/department',
      'Sales/empid_000224',
      'Sales/empid_000226',
    ]);
  });
});

describe('bulk', () => {
  it('writes 240 people with three requests', () => {
    const [hired] = tour.of('bulk');
    expect(hired!.requests.map((request) => partsOf(request).length)).toEqual([100, 100, 40]);
    expect(hired!.printed).toEqual(['240 done, 0 failed']);
    expect(keysOf(hired!.before, 'Factory')).toEqual([]);
    expect(keysOf(hired!.after, 'Factory', 'empid_')).toHaveLength(240);
  });

  it('loses one request to a bad item, and none of its neighbours', () => {
    const [, bad] = tour.of('bulk');
    expect(bad!.requests.map((request) => partsOf(request).length)).toEqual([6, 5]);
    expect(bad!.printed).toHaveLength(2);
    expect(bad!.printed[0]).toBe('5 done');
    expect(bad!.printed[1]).toMatch(/^3 failed EntityExistsError: /);
    const isNew = bad!.after.filter((row) => !sameRow(bad!.before, row)).map(({ rowKey }) => rowKey);
    expect(isNew).toEqual([241, 242, 243, 244, 245].map((id) => `empid_000${id}`));
    expect(
      sameRows(
        bad!.before,
        bad!.after.filter((row) => !isNew.includes(row.rowKey)),
      ),
    ).toBe(true);
  });
});

describe('transaction', () => {
  it('writes both rows with one request, and the count is right', () => {
    const [hired] = tour.of('transaction');
    expect(partsOf(hired!.requests[0]).map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(hired!.requests).toHaveLength(1);
    const changed = hired!.after.filter((row) => sameRow(hired!.before, row)?.etag !== row.etag);
    expect(changed.map(({ rowKey }) => rowKey)).toEqual(['department', 'empid_000227']);
    const people = keysOf(hired!.after, 'Sales', 'empid_').length;
    expect(columnsOf(hired!.after, 'Sales', 'department')?.['employeeCount']).toBe(`${people}`);
  });

  it('fails as a whole, and names the write', () => {
    const [, failed] = tour.of('transaction');
    expect(failed!.requests).toHaveLength(1);
    expect(failed!.error).toMatchObject({ details: { item: 1, operation: 'delete', entity: 'Employee' } });
    expect(failed!.error?.message).toContain('write 1 of the transaction: delete of Employee');
    expect(sameRows(failed!.before, failed!.after)).toBe(true);
  });
});

describe('explain', () => {
  it('says what is then sent', () => {
    const [explained] = tour.of('explain');
    const write = explained!.plans.find((plan) => plan.kind === 'write');
    const sent = write!.operations.map(({ kind, row }) => [kind, row.rowKey, ...Object.keys(row.columns)]);
    expect(sent.map(([, rowKey]) => rowKey)).toEqual(['empid_000228', 'email_nora@contoso.com']);
    const said = explained!.printed.slice(-sent.length).map((line) => line.match(/[\w@.]+/g));
    expect(said).toEqual(sent);
    expect(explained!.printed).toContain('requests: { least: 1, most: 1 }');
    expect(methods(explained!)).toBe('GET POST');
    expect(partsOf(explained!.requests[1])).toHaveLength(sent.length);
  });

  it('sends nothing by itself', () => {
    const [, explained] = tour.of('explain');
    expect(explained).toMatchObject({ requests: [], plans: [] });
    expect(explained!.printed.join('\n')).toContain('byEmail: what is derived before and after');
  });
});
