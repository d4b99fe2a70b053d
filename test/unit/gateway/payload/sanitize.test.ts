import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { integer } from '#proto/common/v1/contract.ts';
import { publicFormOf } from '../../../../gateway/payload/record-form.ts';
import { changes, sanitize } from '../../../../gateway/payload/validate.ts';

const Line = z.strictObject({ id: z.string(), qty: z.number().nullable(), amount: z.number() });
const Answer = z.strictObject({
  id: z.string(),
  name: z.string(),
  note: z.string().nullable(),
  lines: z.array(Line),
  extra: z.record(z.string(), z.unknown()),
});
const Input = z.strictObject({
  name: z.string(),
  note: z.string().exactOptional(),
  secret: z.string().exactOptional(),
  lines: z.array(z.strictObject({ qty: integer().exactOptional() })).exactOptional(),
  extra: z.record(z.string(), z.unknown()).exactOptional(),
});

describe('tidy', () => {
  const clean = sanitize(Input, Answer);

  test('leaves out nulls and response-only fields at every depth of what is typed', () => {
    const body = { id: 1, name: 'n', note: null, lines: [{ id: 1, qty: null, amount: 2 }], extra: { id: null } };
    expect(clean(body)).toEqual({ name: 'n', lines: [{}], extra: { id: null } });
  });

  test('keeps what nobody knows, so that it is refused', () => {
    expect(clean({ nmae: 1, lines: [{ qyt: 1 }, null, 5] })).toEqual({ nmae: 1, lines: [{ qyt: 1 }, null, 5] });
  });

  test.each([null, 5, 'x', []])('leaves %j as it is', (value) => expect(clean(value)).toEqual(value));
});

test('a PATCH changes what it holds, and clears what may be null or is never shown', () => {
  const fieldsOf = changes(Input, Answer);
  expect(fieldsOf({ id: '1', name: null, note: null, secret: null, lines: null, other: 1 })).toEqual([
    'note',
    'secret',
  ]);
  expect(fieldsOf({ name: 'n', lines: [] })).toEqual(['name', 'lines']);
  expect(fieldsOf('nothing')).toEqual([]);
});

test('fromWire puts null for what is absent and drops what the schema does not show', () => {
  const message = { id: '1', name: 'n', lines: [{ id: 'l', amount: 1 }], extra: '{"a":1}', hidden: 1 };
  expect(publicFormOf(Answer)(message)).toEqual({
    id: '1',
    name: 'n',
    note: null,
    lines: [{ id: 'l', qty: null, amount: 1 }],
    extra: { a: 1 },
  });
});
