import { Entity, Int32, key, Text } from '@tablewright/core';
import { afterEach, expect, it, vi } from 'vitest';
import { columnsBody, EntityCodec } from '../../../src/codec/index.js';
import { modelOf } from '../../../src/model/index.js';

@Entity({ table: 'Notes' })
class Note {
  static readonly key = key({ partition: '{topic}', row: '{id:04}' });
  @Text() topic!: string;
  @Int32() id!: number;
  @Text() text!: string;
}

afterEach(() => vi.unstubAllGlobals());

it('code that becomes forbidden while a program runs is done without', () => {
  const note = Object.assign(new Note(), { topic: 'keys', id: 7, text: 'padded' });
  const before = new EntityCodec(modelOf(Note)).encode(note);
  let tries = 0;
  vi.stubGlobal('Function', function forbidden() {
    tries++;
    throw new EvalError('Code generation from strings disallowed for this context');
  });
  const codec = new EntityCodec(modelOf(Note));
  const row = codec.encode(note);
  expect({ ...row, columns: { ...row.columns } }).toEqual({ ...before, columns: { ...before.columns } });
  expect(codec.keys(note)).toEqual({ partitionKey: 'keys', rowKey: '0007' });
  expect(codec.decode(row.columns, row)).toEqual(note);
  expect(columnsBody(row)).toBe('{"text":"padded"}');
  // Once told, it does not try again.
  expect(tries).toBe(1);
});

it('the types that all rows of a class share cannot be changed', () => {
  const { types } = modelOf(Note);
  expect(() => Object.assign(types, { text: 'Edm.Binary' })).toThrow(TypeError);
});
