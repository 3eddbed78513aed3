import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type KeyArgs,
  type KeyCheck,
  type KeyTemplate,
  type KeyValue,
  type KeyVars,
  key,
  type PrefixArgs,
  type TemplateVarList,
  type TemplateVars,
} from '../../src/keys/index.js';

enum Level {
  Low,
  High,
}

class Employee {
  static readonly key = key({ partition: '{department}', row: 'empid_{id:06}' });
  department!: string;
  id!: number;
  age?: number;
  photo!: Uint8Array;
  level!: Level;
  manager!: string | null;
  address!: { city: string };
  anything!: KeyValue;
  hire(): void {}
}

class Reading {
  static readonly key = key({ partition: '{station}_{sensor:raw}', row: '{year:04}_{month:02}_{id}' });
  station!: string;
  sensor!: string;
  readonly year!: number;
  month!: number;
  id!: bigint;
  value?: number;
}

describe('key', () => {
  it('keeps the templates in its type, and freezes them', () => {
    expectTypeOf(Employee.key).toEqualTypeOf<{
      readonly partition: '{department}';
      readonly row: 'empid_{id:06}';
    }>();
    expect(Object.isFrozen(Employee.key)).toBe(true);
    expect(Employee.key).toEqual({ partition: '{department}', row: 'empid_{id:06}' });
  });

  it('needs both templates', () => {
    // @ts-expect-error row is missing
    key({ partition: '{department}' });
  });
});

describe('variables', () => {
  it('are found in order, without their formats', () => {
    expectTypeOf<TemplateVarList<'{year:04}_{month:02}_{id}'>>().toEqualTypeOf<['year', 'month', 'id']>();
    expectTypeOf<TemplateVarList<'{age:desc}_{id}'>>().toEqualTypeOf<['age', 'id']>();
    expectTypeOf<TemplateVars<'{year:04}_{month:02}_{id}'>>().toEqualTypeOf<'year' | 'month' | 'id'>();
    expectTypeOf<TemplateVars<'Department'>>().toEqualTypeOf<never>();
    expectTypeOf<TemplateVarList<''>>().toEqualTypeOf<[]>();
    expectTypeOf<TemplateVarList<'{a:x:y}{b}'>>().toEqualTypeOf<['a', 'b']>();
    expectTypeOf<KeyVars<typeof Reading.key>>().toEqualTypeOf<
      'station' | 'sensor' | 'year' | 'month' | 'id'
    >();
  });

  it('are unknown in templates that are not literals', () => {
    expectTypeOf<TemplateVars<string>>().toEqualTypeOf<string>();
    expectTypeOf<TemplateVarList<`x_${string}`>>().toEqualTypeOf<string[]>();
  });
});

describe('KeyArgs', () => {
  it('has every variable, and nothing else', () => {
    expectTypeOf<KeyArgs<Employee, typeof Employee.key>>().toEqualTypeOf<{
      department: string;
      id: number;
    }>();
    expectTypeOf<KeyArgs<Reading, typeof Reading.key>>().toEqualTypeOf<{
      station: string;
      sensor: string;
      year: number;
      month: number;
      id: bigint;
    }>();
  });

  it('drops undefined: an index over an optional property asks for a value', () => {
    type ByAge = KeyTemplate<'{department}', '{age:03}'>;
    expectTypeOf<KeyArgs<Employee, ByAge>>().toEqualTypeOf<{ department: string; age: number }>();
  });

  it('is loose when a template is not a literal', () => {
    const args: KeyArgs<Reading, KeyTemplate> = { station: 'a' };
    expect(args).toEqual({ station: 'a' });
    // @ts-expect-error still of the property's type
    const wrong: KeyArgs<Reading, KeyTemplate> = { station: 1 };
    expect(wrong).toBeDefined();
  });
});

describe('PrefixArgs', () => {
  type Args = PrefixArgs<Reading, typeof Reading.key>;
  const accept = (args: Args) => args;
  const partition = { station: 's', sensor: 't' };

  it('takes left-to-right prefixes of the row', () => {
    accept(partition);
    accept({ ...partition, year: 2014 });
    accept({ ...partition, year: 2014, month: 7 });
    accept({ ...partition, year: 2014, month: 7, id: 1n });
  });

  it('takes nothing else', () => {
    // @ts-expect-error the partition is not whole
    accept({ station: 's' });
    // @ts-expect-error month without year
    accept({ station: 's', sensor: 't', month: 7 });
    // @ts-expect-error id without month
    accept({ station: 's', sensor: 't', year: 2014, id: 1n });
    // @ts-expect-error id is a bigint
    accept({ station: 's', sensor: 't', year: 2014, month: 7, id: 1 });
    // @ts-expect-error not a part of the key
    accept({ station: 's', sensor: 't', value: 1 });
  });

  it('is a plain union of objects', () => {
    expectTypeOf<PrefixArgs<Employee, typeof Employee.key>>().toEqualTypeOf<
      { department: string; id?: never } | { department: string; id: number }
    >();
    expectTypeOf<PrefixArgs<Employee, KeyTemplate<'{department}', 'Department'>>>().toEqualTypeOf<{
      department: string;
    }>();
  });

  it('counts a row variable that the partition has as given', () => {
    type Both = KeyTemplate<'{station}', '{year:04}_{station}_{month:02}'>;
    const both = (args: PrefixArgs<Reading, Both>) => args;
    both({ station: 's' });
    both({ station: 's', year: 2014 });
    both({ station: 's', year: 2014, month: 7 });
    // @ts-expect-error month without year
    both({ station: 's', month: 7 });
  });
});

describe('KeyCheck', () => {
  type Check<Row extends string> = KeyCheck<Employee, KeyTemplate<'{department}', Row>>;

  it('lets good keys pass', () => {
    expectTypeOf<KeyCheck<Employee, typeof Employee.key>>().toEqualTypeOf<unknown>();
    expectTypeOf<KeyCheck<Reading, typeof Reading.key>>().toEqualTypeOf<unknown>();
    expectTypeOf<Check<'{level}_{anything}'>>().toEqualTypeOf<unknown>();
    expectTypeOf<Check<'Department'>>().toEqualTypeOf<unknown>();
    expectTypeOf<Check<string>>().toEqualTypeOf<unknown>();
    expectTypeOf<KeyCheck<Employee, KeyTemplate>>().toEqualTypeOf<unknown>();
    expectTypeOf<
      KeyCheck<{ a: ReturnType<typeof JSON.parse> }, KeyTemplate<'{a}', ''>>
    >().toEqualTypeOf<unknown>();
    expectTypeOf<KeyCheck<Record<string, KeyValue>, KeyTemplate<'{a}', ''>>>().toEqualTypeOf<unknown>();
  });

  it('says in English what is wrong', () => {
    expectTypeOf<
      Check<'{nope}'>
    >().toEqualTypeOf<"key template names 'nope', which is not a property of the entity">();
    expectTypeOf<
      Check<'{age:03}'>
    >().toEqualTypeOf<"key property 'age' is optional: every part of a key must always have a value">();
    expectTypeOf<
      Check<'{manager}'>
    >().toEqualTypeOf<"key property 'manager' is optional: every part of a key must always have a value">();
    expectTypeOf<
      Check<'{photo}'>
    >().toEqualTypeOf<"key property 'photo' cannot be part of a key: use text, a number, a bigint, a boolean, a Date or an enum">();
    expectTypeOf<Check<'{address}'>>().toExtend<`key property 'address' cannot be part of a key${string}`>();
    expectTypeOf<Check<'{hire}'>>().toExtend<`key property 'hire' cannot be part of a key${string}`>();
    expectTypeOf<
      KeyCheck<{ a: unknown }, KeyTemplate<'{a}', ''>>
    >().toExtend<`key property 'a' cannot${string}`>();
  });

  it('names every problem, in the partition and in the row', () => {
    expectTypeOf<KeyCheck<Employee, KeyTemplate<'{nope}', '{id}_{gone}'>>>().toEqualTypeOf<
      | "key template names 'nope', which is not a property of the entity"
      | "key template names 'gone', which is not a property of the entity"
    >();
  });

  it('stops a class with a bad key', () => {
    interface EntityClass {
      new (): object;
      readonly key: KeyTemplate;
    }
    function define<C extends EntityClass>(entity: C & KeyCheck<InstanceType<C>, C['key']>): C {
      return entity;
    }
    class Misspelt {
      static readonly key = key({ partition: '{departmnet}', row: '' });
      department!: string;
    }
    expectTypeOf(define(Employee)).toEqualTypeOf<typeof Employee>();
    // @ts-expect-error key template names 'departmnet', which is not a property of the entity
    define(Misspelt);
  });
});
