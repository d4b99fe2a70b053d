import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import { parseJson } from '../../../../gateway/payload/json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const fault = (msg: string) => expect.objectContaining({ issues: [expect.objectContaining({ msg })] });

test('reads what JSON.parse reads, or refuses it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (text.includes('"__proto__":')) return;
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('refuses every other text as validation_failed', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parse(text);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});

describe('keys', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":{"b":1,"c":[{}],"b":2}}',
    '{"a" :1,"\\u0061"\n:2}',
    '[{"a":1},{"a":1,"a":1}]',
    '{"":1,"":2}',
  ])('twice in one object: %s', (text) => {
    expect(() => parse(text)).toThrow(fault('JSON decode error'));
  });

  test.each([
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"a","b":"\\"a\\":"}',
    '{"x":["a","a"]}',
    '{"a":"__proto__"}',
    '{"a\\\\":1,"a":2}',
  ])('once in each object: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['{"__proto__":1}', ['__proto__']],
    ['{"user_metadata":{"a":1,"__proto__":{}}}', ['user_metadata', '__proto__']],
    ['{"x":{},"lines":[0,{"a":{"\\u005f_proto__":1}}]}', ['lines', '1', 'a', '__proto__']],
  ])('__proto__ is refused where it stands, however it is written: %s', (text, way) => {
    const msg = 'Extra inputs are not permitted';
    const issue = { type: 'extra_forbidden', loc: ['body', ...way], msg };
    expect(() => parse(text)).toThrow(expect.objectContaining({ issues: [expect.objectContaining(issue)] }));
  });
});

test('depth is bounded', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(() => parse(nested(32))).not.toThrow();
  expect(() => parse(nested(33))).toThrow(fault('JSON decode error'));
  expect(() => parse(nested(400_000))).toThrow(fault('JSON decode error'));
});

describe('numbers of which each digit counts', () => {
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
    // The reader of the number sees that it has too many digits.
    ['0.1234567890123456', 0.1234567890123456],
    ['"1.00000000000000000001"', '1.00000000000000000001'],
    ['"\\"1.00000000000000000001"', '"1.00000000000000000001'],
  ])('%s is read as %p', (text, value) => expect(parseExactly(`[${text}]`)).toEqual([value]));

  test('what is no such number is read as ever', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isLong) => {
        const text = JSON.stringify({ value, long: isLong ? ['1234567890.1234567890'] : [] });
        // The key is refused.
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
});
