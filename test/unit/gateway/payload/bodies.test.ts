import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { integer } from '#proto/common/v1/contract.ts';
import { PurchaseOrderInput } from '#proto/finance/v1/contract.ts';
import { changes, json, sanitize } from '../../../../gateway/payload/bodies.ts';
import { publicFormOf } from '../../../../gateway/payload/record-form.ts';

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

describe('what is judged of a body', () => {
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

test('the public form has null for what is absent and nothing that the schema does not show', () => {
  const message = { id: '1', name: 'n', lines: [{ id: 'l', amount: 1 }], extra: '{"a":1}', hidden: 1 };
  expect(publicFormOf(Answer)(message)).toEqual({
    id: '1',
    name: 'n',
    note: null,
    lines: [{ id: 'l', qty: null, amount: 1 }],
    extra: { a: 1 },
  });
});

describe('a price', () => {
  const body = json(PurchaseOrderInput);
  const itemOf = (fields: string) => {
    const text = `{"supplierId":"s","items":[{"description":"d","qty":"1","unitPrice":"1",${fields}}]}`;
    const read = body.validate(body.parse(Buffer.from(text.replace(/"unitPrice":"1",(?="unitPrice)/, '')), undefined));
    return (read as { items: { unitPrice: string }[] }).items[0];
  };
  const refusal = (type: string) => expect.objectContaining({ issues: [expect.objectContaining({ type })] });

  test.each([
    ['"1.50"', '1.50'],
    ['"+.5"', '+.5'],
    ['1.5', '1.5'],
    ['1e-7', '0.0000001'],
    ['-0', '0'],
    ['123456789012345', '123456789012345'],
    [`"${'9'.repeat(30)}"`, '9'.repeat(30)],
    [`"0.${'0'.repeat(29)}1"`, `0.${'0'.repeat(29)}1`],
  ])('%s is %s', (sent, price) => expect(itemOf(`"unitPrice":${sent}`)).toMatchObject({ unitPrice: price }));

  test.each([
    ['"."', 'string_pattern_mismatch'],
    ['"-"', 'string_pattern_mismatch'],
    ['""', 'string_pattern_mismatch'],
    ['"1e3"', 'string_pattern_mismatch'],
    ['"+-1"', 'string_pattern_mismatch'],
    ['"1,5"', 'string_pattern_mismatch'],
    ['" 1"', 'string_pattern_mismatch'],
    ['true', 'string_type'],
    ['[1]', 'string_type'],
    [`"${'1'.repeat(65)}"`, 'string_too_long'],
    [`"${'9'.repeat(31)}"`, 'value_error'],
    ['1234567890.123456', 'value_error'],
    ['1.00000000000000000001', 'value_error'],
    ['1e400', 'value_error'],
    ['1e308', 'value_error'],
    ['5e-324', 'value_error'],
    ['-1', 'value_error'],
  ])('%s is refused as %s', (sent, type) => expect(() => itemOf(`"unitPrice":${sent}`)).toThrow(refusal(type)));

  test('that is too long for a number is asked for as a string', () => {
    expect(() => itemOf('"unitPrice":0.12345678901234567')).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ msg: expect.stringContaining('as a string') })] }),
    );
  });

  test('that a double does not hold is refused at its field, and as text of another field it is none', () => {
    const bodyOf = (qty: string) =>
      Buffer.from(
        `{"supplierId":"s","notes":"12345678901234567","items":[{"description":"d","qty":${qty},"unitPrice":"1"}]}`,
      );
    const read = (qty: string) => body.validate(body.parse(bodyOf(qty), undefined));
    const loc = ['body', 'items', '0', 'qty'];
    expect(read('1.5')).toMatchObject({ notes: '12345678901234567', items: [{ qty: '1.5' }] });
    expect(() => read('1.0000000000000000')).not.toThrow();
    expect(() => read('1.0000000000000001')).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ type: 'value_error', loc })] }),
    );
  });

  test.each(['"0"', '"-0.0"', '0', '-1', '"-0.1"'])('a quantity of %s is refused', (sent) => {
    const text = `{"supplierId":"s","items":[{"description":"d","qty":${sent},"unitPrice":"1"}]}`;
    expect(() => body.validate(body.parse(Buffer.from(text), undefined))).toThrow(refusal('value_error'));
  });

  test.each([
    ['"0"', true],
    ['"100.000"', true],
    ['"0099.99"', true],
    ['"100.0000000000000000000001"', false],
    ['"-0.1"', false],
    ['"101"', false],
  ])('a rate of %s is taken: %p', (sent, isTaken) => {
    const reading = () => itemOf(`"taxRate":${sent}`);
    if (isTaken) expect(reading()).toMatchObject({ taxRate: JSON.parse(sent) });
    else expect(reading).toThrow(refusal('value_error'));
  });
});
