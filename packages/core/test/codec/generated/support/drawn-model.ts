import fc from 'fast-check';
import type { EntityClass, EntityOptions } from '../../../../src/model/index.js';
import { Entity, modelOf } from '../../../../src/model/index.js';
import { ownNotes } from '../../../../src/model/metadata.js';
import type { FieldDeclaration } from '../../../../src/model/property.js';
import { KINDS, type KindOfProperty } from './kinds.js';

/** Names that would do harm in code if they were taken for a part of it. */
export const HOSTILE_NAMES = [
  "it's",
  'say "no"',
  'back\\slash\\',
  'line\nend\r',
  '*/ alert(1) /*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the point of it
  '${1 + 1}',
  '`tick`',
  'u\u2028\u2029',
  '</script>',
  "'];throw 1;//",
  '\0\u0007',
  '\ud83d',
  '名前',
  'return',
  'cell',
  '$0',
  'arguments',
] as const;

export interface DrawnProperty {
  readonly name: string;
  readonly of: KindOfProperty;
  readonly options: FieldDeclaration['options'];
  /** A getter on the class gives this value. */
  readonly computed: { readonly value: unknown } | undefined;
  readonly initial: { readonly value: unknown } | undefined;
}

export interface DrawnModel {
  readonly properties: readonly DrawnProperty[];
  readonly partition: string;
  readonly row: string;
  readonly options: EntityOptions;
  readonly factory: boolean;
}

/** Stored through a converter, which also fails at times. */
const CONVERTER = {
  to: (value: unknown) => {
    if (value === 'x') throw new Error('not x');
    return (value as { inner?: unknown } | undefined)?.inner;
  },
  from: (stored: unknown) => {
    if (stored === 'open') throw new Error('not open');
    return stored === 7 ? undefined : { inner: stored };
  },
};

function drawnOptions(of: KindOfProperty, inKey: boolean): fc.Arbitrary<FieldDeclaration['options']> {
  const convert = fc.constantFrom({}, {}, { convert: CONVERTER });
  const store = fc.constantFrom({}, { store: true });
  const plain = fc.constantFrom({}, {}, { optional: true }, { optional: false }, { nullable: true });
  const constant = of.values.filter((value) => value !== null);
  const withDefault = constant.map((value) => ({ default: () => value }));
  if (inKey) return fc.tuple(convert, store).map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    { weight: 1, arbitrary: withDefault },
    { weight: 1, arbitrary: constant.map((value) => ({ default: value })) },
    { weight: 2, arbitrary: fc.tuple(plain, convert).map(([a, b]) => ({ ...a, ...b })) },
  );
}

const maybe = (values: fc.Arbitrary<unknown>) =>
  fc.option(
    values.map((value) => ({ value })),
    { nil: undefined, freq: 4 },
  );

function drawnProperty(
  name: string,
  column: string | undefined,
  inKey: boolean,
): fc.Arbitrary<DrawnProperty> {
  const kinds = inKey ? KINDS.filter(({ formats }) => formats.length > 0) : KINDS;
  return fc.constantFrom(...kinds).chain((of) =>
    fc.record({
      name: fc.constant(name),
      of: fc.constant(of),
      options: drawnOptions(of, inKey).map((options) => (column ? { ...options, name: column } : options)),
      computed: maybe(of.values),
      initial: maybe(fc.oneof(of.values, fc.constant('initial'))),
    }),
  );
}

const HEADS = ['', 'empid_', "it's-", '"', 'a\u2029b', '😀'] as const;
const TAILS = ['_', '  ', '-x-', "'", '😀', 'a literal of more than twenty-four characters'] as const;

function template(of: readonly DrawnProperty[]): fc.Arbitrary<string> {
  const fields = of.map(({ name, of: { formats } }) =>
    fc.tuple(fc.constantFrom(...formats), fc.constantFrom(...TAILS)).map(([format, tail]) => ({
      text: `{${name}${format}}`,
      tail,
    })),
  );
  return fc
    .tuple(fc.constantFrom(...HEADS), fc.tuple(...fields), fc.boolean())
    .map(([head, parts, closed]) => {
      const end = parts.length - 1;
      const texts = parts.map(({ text, tail }, at) => (at < end || closed ? text + tail : text));
      return head + texts.join('');
    })
    .map((text) => text || 'none');
}

const versioning: fc.Arbitrary<EntityOptions> = fc.constantFrom<EntityOptions>(
  {},
  {},
  { discriminator: 'kind' },
  { version: 3 },
  {
    version: 3,
    upgrade: {
      1: (columns) => ({ ...columns, c0: 'upgraded' }),
      2: (columns) => {
        if (columns['c1'] === 'x') throw new Error('cannot');
        return { ...columns, c1: null };
      },
    },
  },
);

/** Classes of every shape, with names that test the code that is made for them. */
export const drawnModels: fc.Arbitrary<DrawnModel> = fc
  .record({
    names: fc.uniqueArray(fc.constantFrom(...HOSTILE_NAMES, 'a', 'b', 'c', 'd'), {
      minLength: 3,
      maxLength: 9,
    }),
    inPartition: fc.integer({ min: 0, max: 2 }),
    inRow: fc.integer({ min: 0, max: 2 }),
  })
  .chain(({ names: drawn, inPartition, inRow }) => {
    // Braces cannot stand in a key template.
    const names = drawn.toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')));
    const keyed = Math.min(inPartition + inRow, names.length - 1);
    const properties = names.map((name, at) => drawnProperty(name, `c${at}`, at < keyed));
    return fc.tuple(...properties).chain((all) =>
      fc.record({
        properties: fc.constant(all),
        partition: template(all.slice(0, Math.min(inPartition, keyed))),
        row: template(all.slice(Math.min(inPartition, keyed), keyed)),
        options: versioning,
        factory: fc.boolean(),
      }),
    );
  });

/** The class, defined as decorators would. */
export function classOf(drawn: DrawnModel): EntityClass {
  class Drawn {
    static readonly key = { partition: drawn.partition, row: drawn.row };
    constructor() {
      for (const { name, initial, computed } of drawn.properties) {
        if (initial && !computed) Object.assign(this, { [name]: initial.value });
      }
    }
  }
  for (const { name, of, options, computed } of drawn.properties) {
    ownNotes(Drawn).fields.set(name, { kind: of.kind, options, ...(of.members && { members: of.members }) });
    if (computed) Object.defineProperty(Drawn.prototype, name, { get: () => computed.value });
  }
  const create = drawn.factory ? { create: () => new Drawn() } : {};
  Entity({ table: 'Drawn', type: 'Drawn', ...drawn.options, ...create })(Drawn as never);
  return Drawn as unknown as EntityClass;
}

export const modelOfDrawn = (drawn: DrawnModel) => modelOf(classOf(drawn));
