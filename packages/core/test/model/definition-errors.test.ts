import {
  Binary,
  DefinitionError,
  type DefinitionRule,
  Entity,
  type EntityClass,
  Enum,
  Int32,
  Json,
  key,
  Repository,
  TableStore,
  Text,
} from '@tablewright/core';
import { describe, expect, it } from 'vitest';
import { useStorage } from '../support/storage.js';

const storage = useStorage();
const partition = '{id}';

class UnknownProperty {
  static readonly key: { partition: string; row: string } = key({ partition: '{nope}', row: '' });
  @Text() id!: string;
}
class OptionalProperty {
  static readonly key: { partition: string; row: string } = key({ partition, row: '' });
  @Text({ optional: true }) id?: string;
}
class NullableProperty {
  static readonly key: { partition: string; row: string } = key({ partition, row: '' });
  @Text({ nullable: true }) id!: string | null;
}
class DefaultedProperty {
  static readonly key = key({ partition, row: '' });
  @Text({ default: 'x' }) id!: string;
}
class BinaryProperty {
  static readonly key: { partition: string; row: string } = key({ partition, row: '' });
  @Binary() id!: Uint8Array;
}
class JsonProperty {
  static readonly key: { partition: string; row: string } = key({ partition, row: '' });
  @Json() id!: string[];
}
class BadFormat {
  static readonly key = key({ partition: '{id:09}', row: '' });
  @Text() id!: string;
}
class Adjacent {
  static readonly key = key({ partition: '{id}{other}', row: '' });
  @Text() id!: string;
  @Text() other!: string;
}
class Reserved {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'Timestamp' }) when!: string;
}
class SystemName {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'tw__version' }) version!: string;
}
class EtagName {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text() etag!: string;
}
class DashedName {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'first-name' }) first!: string;
}
class LongName {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'x'.repeat(256) }) first!: string;
}
class PrototypeName {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'toString' }) first!: string;
}
class TwoInOne {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ name: 'shared' }) first!: string;
  @Text() shared!: string;
}
class NoMembers {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Enum([]) grade!: never;
}
class MixedMembers {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Enum(['a', 1]) grade!: 'a' | 1;
}
class WrongDefault {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Int32({ default: 1.5 }) count!: number;
}
class Contradiction {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Int32({ optional: false, default: 1 }) count!: number;
}
class NullOrDefault {
  static readonly key = key({ partition, row: '' });
  @Text() id!: string;
  @Text({ nullable: true, default: 'x' }) note!: string | null;
}
class NeedsArguments {
  static readonly key = key({ partition, row: '' });
  @Text() id: string;
  constructor(source: { id: string }) {
    this.id = source.id;
  }
}
class Empty {
  static readonly key = key({ partition: 'fixed', row: '' });
  undecorated = 1;
}
const NoKey = class Keyless {} as unknown as EntityClass;

const broken: readonly (readonly [string, EntityClass, DefinitionRule, RegExp])[] = [
  ['an unknown property in the key', UnknownProperty, 'KEY_PROPERTY_UNKNOWN', /UnknownProperty.*'nope'/],
  ['an optional property in the key', OptionalProperty, 'KEY_PROPERTY_OPTIONAL', /OptionalProperty.*'id'/],
  ['a nullable property in the key', NullableProperty, 'KEY_PROPERTY_OPTIONAL', /remove optional, nullable/],
  ['a defaulted property in the key', DefaultedProperty, 'KEY_PROPERTY_OPTIONAL', /default/],
  ['a binary property in the key', BinaryProperty, 'KEY_PROPERTY_KIND', /binary/],
  ['a JSON property in the key', JsonProperty, 'KEY_PROPERTY_KIND', /JSON/],
  ['a format that the type does not have', BadFormat, 'KEY_TEMPLATE', /BadFormat/],
  ['two texts without anything between', Adjacent, 'KEY_TEMPLATE', /literal between/],
  ["one of the service's names", Reserved, 'COLUMN_NAME', /Reserved\.when.*'Timestamp'.*name:/],
  ["one of the library's names", SystemName, 'COLUMN_NAME', /tw__/],
  ["a name that the SDK's reads would overwrite", EtagName, 'COLUMN_NAME', /EtagName\.etag/],
  ['a name that is no identifier', DashedName, 'COLUMN_NAME', /identifier/],
  ['a name that is too long', LongName, 'COLUMN_NAME', /255/],
  ['a name that every object has', PrototypeName, 'COLUMN_NAME', /toString/],
  ['two properties in one column', TwoInOne, 'COLUMN_TWICE', /'first' and 'shared'/],
  ['an enum without members', NoMembers, 'ENUM_MEMBERS', /needs members/],
  ['an enum of text and numbers', MixedMembers, 'ENUM_MEMBERS', /either all text/],
  ['options that contradict each other', Contradiction, 'OPTIONS', /contradicts/],
  ['null and a default at once', NullOrDefault, 'OPTIONS', /nullable contradicts default/],
  ['a constructor that needs arguments', NeedsArguments, 'CONSTRUCTOR', /create:/],
  ['no properties', Empty, 'NO_PROPERTIES', /@Text\(\)/],
  ['no key', NoKey, 'NO_KEY', /static readonly key/],
];

describe('a definition that cannot work', () => {
  it.each(broken)('%s fails when the class is first used', (_, entity, rule, message) => {
    const use = () => Repository(entity as never);
    expect(use).toThrow(DefinitionError);
    expect(use).toThrow(message);
    expect(use).toThrow(
      expect.objectContaining({ code: 'DEFINITION_INVALID', details: expect.objectContaining({ rule }) }),
    );
  });

  it('a default that does not fit fails when the repository is made', () => {
    expect(() => new (Repository(WrongDefault))(storage.store(), { table: 'Wrong' })).toThrow(
      /WrongDefault\.count.*default/,
    );
  });

  it('more columns than a row holds', () => {
    const make = (count: number) => {
      class Wide {
        static readonly key = key({ partition, row: '' });
        @Text() id!: string;
      }
      for (let i = 0; i < count; i++) legacyField(Wide, `c${i}`);
      return Wide;
    };
    // A pattern may store an entity in several rows, so that it is the repository that is refused.
    const store = TableStore.fromConnectionString('UseDevelopmentStorage=true');
    const open = (count: number) => new (Repository(make(count)))(store, { table: 'Wide' });
    expect(() => open(252)).not.toThrow();
    expect(() => open(253)).toThrow(/253 columns/);
  });

  it('a repository without a table', () => {
    class Homeless {
      static readonly key = key({ partition, row: '' });
      @Text() id!: string;
    }
    expect(() => new (Repository(Homeless))(storage.store())).toThrow(/Homeless has no table/);
    expect(() => new (Repository(Homeless))(storage.store(), { table: 'Home' })).not.toThrow();
  });

  it('a decorator where it cannot stand', () => {
    const text = Text() as unknown as (target: unknown, where: unknown) => void;
    expect(() => text(class {}, 'onTheClassItself')).toThrow(DefinitionError);
    expect(() => text({}, Symbol('s'))).toThrow(/string names/);
    const onMethod = Text() as unknown as (...args: unknown[]) => void;
    expect(() => onMethod({}, 'greet', { value: () => 'hi' })).toThrow(/'greet'/);
    const hidden = { kind: 'field', name: '#x', static: false, private: true, metadata: {} };
    expect(() => text(undefined, hidden)).toThrow(/public instance fields/);
    expect(() => text(undefined, { ...hidden, private: false, kind: 'method' })).toThrow(/'#x'/);
  });

  it('names the class by its declared type', () => {
    @Entity({ table: 'Things', type: 'Thing/2' })
    class Renamed {
      static readonly key = key({ partition, row: '' });
      @Text() id!: string;
      @Text({ name: 'RowKey' }) other!: string;
    }
    expect(() => Repository(Renamed)).toThrow(/^Thing\/2\.other/);
  });
});

/** A decorator called by hand, as a compiler would under experimentalDecorators. */
function legacyField(target: { readonly prototype: object }, name: string): void {
  (Text() as unknown as (target: object, name: string) => void)(target.prototype, name);
}
