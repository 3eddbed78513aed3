import { STATUS_CODES } from 'node:http';
import type { RecordedRequest } from '@tablewright/testing';
import type { Paint, Style } from './colours.js';
import { alignColumns } from './columns.js';
import { bodyLines } from './request-body.js';
import { truncate } from './text.js';

const ROOM_FOR_REASONS = 80;

/** One line for each request, and its body below it. */
export function requestLines(requests: readonly RecordedRequest[], width: number, paint: Paint): string[] {
  if (requests.length === 0) return [paint('dim', 'nothing was sent')];
  const lines = alignColumns(
    requests.map((request) => [
      { text: request.method, style: 'cyan' },
      { text: addressOf(request) },
      { text: outcomeOf(request, width >= ROOM_FOR_REASONS), style: styleOf(request) },
    ]),
    width,
    paint,
  );
  const indent = Math.max(...requests.map(({ method }) => method.length)) + 2;
  return requests.flatMap(({ body }, i) => {
    const below = bodyLines(body).map((line) => paint('dim', truncate(line, width - indent)));
    return [lines[i]!, ...below.map((line) => ' '.repeat(indent) + line)];
  });
}

/** The names of messages are the queue's own, and say nothing. */
function addressOf({ method, operation }: RecordedRequest): string {
  return operation.slice(method.length + 1).replace(/\/messages\/[-\w]+.*$/, '/messages/…');
}

function outcomeOf({ status }: RecordedRequest, withReason: boolean): string {
  if (status === undefined) return 'no reply';
  return withReason ? `${status} ${STATUS_CODES[status]}` : `${status}`;
}

function styleOf({ status }: RecordedRequest): Style {
  if (status === undefined) return 'red';
  return status < 400 ? 'green' : 'yellow';
}
