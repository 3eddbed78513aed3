import { Repository } from '@tablewright/core';
import { IndexEntities } from '@tablewright/patterns/index-entities';
import { expect, expectTypeOf, it } from 'vitest';
import { Person, type Staff } from './staff.js';

it.each<readonly [unknown, RegExp]>([
  [undefined, /declare lists/],
  [{}, /declare lists/],
  [{ a: 1 }, /an object/],
  [{ a: {} }, /row is a template/],
  [{ a: { row: '{lastName}' } }, /literal of its own/],
  [{ a: { row: 'empid_{lastName}' } }, /cannot be told apart/],
  [{ a: { row: 'x_{surname}' } }, /surname/],
  [{ a: { row: 'x_{lastName}', chunks: 0 } }, /1 to 1000/],
  [{ a: { row: 'x_{lastName}', chunks: 1.5 } }, /1 to 1000/],
  [{ a: { row: 'x_{lastName}', column: 'a-b' } }, /column is a name/],
  [{ a: { row: 'x_{lastName}', column: 'RowKey' } }, /column is a name/],
  [{ a: { row: 'x_{lastName}', state: 'on' } }, /state is one of/],
  [{ a: { row: 'x_{lastName}', unique: true } }, /not an option/],
  [{ a: { row: 'x_{lastName}', where: { nothing: 1 } } }, /not a mapped property/],
  [{ insert: { row: 'x_{lastName}' } }, /member called 'insert'/],
  [{ a: { row: 'x_{lastName}' }, b: { row: 'x_{city}' } }, /cannot be told apart/],
])('%j is refused', (declarations, message) => {
  const define = () => Repository(Person).with(IndexEntities(declarations as never) as never);
  expect(define).toThrow(message);
  expect(define).toThrow(expect.objectContaining({ code: 'DEFINITION_INVALID' }));
});

it('types', () => {
  const use = async (staff: Staff) => {
    const found = await staff.byLastName.find({ department: 'Sales', lastName: 'Jones' });
    expectTypeOf(found).toEqualTypeOf<Person[]>();
    const [first] = await staff.activeByCity.keys({ department: 'Sales', city: 'Aarhus' });
    expectTypeOf(first!.id).toEqualTypeOf<number>();
    // @ts-expect-error the last name is missing
    await staff.byLastName.find({ department: 'Sales' });
    // @ts-expect-error of another type
    await staff.byLastName.find({ department: 'Sales', lastName: 1 });
    // @ts-expect-error an unknown property in the template
    Repository(Person).with(IndexEntities({ a: { row: 'x_{surname}' } }));
    // @ts-expect-error no literal of its own
    Repository(Person).with(IndexEntities({ a: { row: '{lastName}' } }));
    // @ts-expect-error an unknown option
    Repository(Person).with(IndexEntities({ a: { row: 'x_{lastName}', unique: true } }));
  };
  expectTypeOf(use).toBeFunction();
});
