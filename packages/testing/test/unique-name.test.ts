import { uniqueName } from '@tablewright/testing';
import { describe, expect, it } from 'vitest';

const TABLE_NAME = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
const QUEUE_NAME = /^[a-z][a-z0-9]{2,62}$/;

describe('uniqueName', () => {
  const stems = [undefined, '', 'Employees', 'a-b c_d', '2024', 'é', 'x'.repeat(200), 'tables'];

  it.each(stems)('makes a valid table name of %j', (stem) => {
    expect(uniqueName(stem)).toMatch(TABLE_NAME);
    expect(uniqueName.lower(stem)).toMatch(QUEUE_NAME);
  });

  it('keeps the stem readable', () => {
    expect(uniqueName('Employees')).toMatch(/^Employees[0-9a-f]{12}$/);
    expect(uniqueName.lower('Order-Items')).toMatch(/^orderitems[0-9a-f]{12}$/);
  });

  it('never gives the same name twice, not even in another case', () => {
    const names = Array.from({ length: 1000 }, (_, i) => uniqueName(i % 2 ? 'A' : 'a').toLowerCase());
    expect(new Set(names).size).toBe(1000);
    expect(uniqueName('y'.repeat(200))).not.toBe(uniqueName('y'.repeat(200)));
  });
});
