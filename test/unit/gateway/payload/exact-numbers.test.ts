import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AppError, FieldIssue } from '#chassis/domain/errors.ts';
import { PurchaseOrderInput, PurchaseOrderPatch, SalesOrderInput } from '#proto/finance/v1/contract.ts';
import { json } from '../../../../gateway/payload/bodies.ts';
import { parseJson } from '../../../../gateway/payload/json.ts';
import { holdsDecimals } from '../../../../gateway/payload/record-form.ts';

const parseExactly = (text: string) => parseJson(Buffer.from(text), 'exact');

test.each([
  ['0.1', 0.1],
  ['123456789012345', 123456789012345],
  ['100000000000000000000', 1e20],
  ['0.10000000000000000000000', 0.1],
  ['1e29', 1e29],
  ['1.00000000000000000001', Number.POSITIVE_INFINITY],
  ['-0.30000000000000001', Number.POSITIVE_INFINITY],
  ['1e-400', Number.POSITIVE_INFINITY],
  ['0e-400', 0],
  // Whoever reads it sees that it has too many digits.
  ['0.1234567890123456', 0.1234567890123456],
  ['"1.00000000000000000001"', '1.00000000000000000001'],
  ['"\\"1.00000000000000000001"', '"1.00000000000000000001'],
])('%s is read as %p', (text, value) => expect(parseExactly(`[${text}]`)).toEqual([value]));

test('what is no such number is read as ever', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isLong) => {
      const text = JSON.stringify({ value, long: isLong ? ['1234567890.1234567890'] : [] });
      // That key is refused.
      fc.pre(!text.includes('"__proto__":'));
      const short = JSON.parse(text, (_key, one) => (typeof one === 'number' ? Number(one.toPrecision(12)) : one));
      expect(parseExactly(JSON.stringify(short))).toEqual(short);
    }),
  );
});

test.each([
  ['[01.00000000000000000001]', '[01]'],
  ['[1.00000000000000000001 2]', '[1                      2]'],
  ['[1.00000000000000000001.2]', '[1.00000000000000000002.2]'],
  ['[1.00000000000000000001', '[1'],
  ['{1.00000000000000000001:1}', '{1:1}'],
  ['["1.00000000000000000001', '["1'],
])('%s is no JSON, as %s is none', (text, other) => {
  const faultOf = (one: string) => {
    try {
      return parseExactly(one);
    } catch (error) {
      const [{ type, loc }] = (error as AppError).issues as [FieldIssue];
      return { type, at: loc.at(-1) === String(one.length) ? 'its end' : loc.at(-1) };
    }
  };
  expect(faultOf(text)).toMatchObject({ type: 'json_invalid' });
  expect(faultOf(text)).toEqual(faultOf(other));
});

test('bodies that hold decimals at any depth are read so, and no others', () => {
  expect([PurchaseOrderInput, PurchaseOrderPatch].map(holdsDecimals)).toEqual([true, true]);
  expect(holdsDecimals(SalesOrderInput)).toBe(false);
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
