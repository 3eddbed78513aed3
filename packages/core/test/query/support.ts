import { Bool, DateTime, Double, Entity, Enum, Int32, Json, key, Repository, Text } from '@tablewright/core';
import type { RecordedRequest } from '@tablewright/testing';

@Entity({ table: 'Members' })
export class Member {
  static readonly key = key({ partition: '{team}', row: 'm_{level:02}_{name}' });
  @Text() team!: string;
  @Int32() level!: number;
  @Text() name!: string;
  @Int32() age?: number;
  @Double() score?: number;
  @Bool() active?: boolean;
  @Enum(['boss', 'aide', 'guest']) role?: 'boss' | 'aide' | 'guest';
  @DateTime() joined?: Date;
  @Text({ default: 'none' }) note?: string;
  @Json() tags?: string[];
  get label(): string {
    return `${this.team}/${this.name}`;
  }
}

export class Members extends Repository(Member) {}

export function member(team: string, level: number, name: string, more: Partial<Member> = {}): Member {
  return Object.assign(new Member(), { team, level, name }, more);
}

/** Three teams with some members each, in the order of their keys. */
export function someMembers(): Member[] {
  return ['a', 'b', 'c'].flatMap((team) =>
    Array.from({ length: 12 }, (_, i) =>
      member(team, 1 + Math.floor(i / 3), `${'xyz'[i % 3]}${i}`, {
        age: 20 + i,
        active: i % 2 === 0,
        role: (['boss', 'aide', 'guest'] as const)[i % 3]!,
        ...(i % 4 === 0 && { tags: ['t', `t${i}`] }),
      }),
    ),
  );
}

export function names(members: readonly Pick<Member, 'team' | 'name'>[]): string[] {
  return members.map(({ team, name }) => `${team}/${name}`);
}

/** The parameter of a request's address, decoded. */
export function parameter(request: RecordedRequest, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? undefined;
}
