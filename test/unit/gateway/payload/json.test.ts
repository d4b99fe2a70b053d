import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '#chassis/domain/errors.ts';
import { parseJson } from '../../../../gateway/payload/json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

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
    expect(() => parse(text)).toThrow('JSON decode error');
  });

  test.each([
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"a","b":"\\"a\\":"}',
    '{"x":["a","a"]}',
    '{"a\\\\":1,"a":2}',
  ])('once in each object: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  test('__proto__ is refused however it is written', () => {
    for (const text of ['{"__proto__":1}', '{"a":[{"\\u005f_proto__":{}}]}'])
      expect(() => parse(text)).toThrow('not permitted');
    expect(parse('{"a":"__proto__"}')).toEqual({ a: '__proto__' });
  });

  test.each([
    ['{"__proto__":1}', ['__proto__']],
    ['{"user_metadata":{"a":1,"__proto__":{}}}', ['user_metadata', '__proto__']],
    ['{"x":{},"lines":[0,{"a":{"__proto__":1}}]}', ['lines', '1', 'a', '__proto__']],
  ])('__proto__ is refused where it stands: %s', (text, way) => {
    const issue = { type: 'extra_forbidden', loc: ['body', ...way] };
    expect(() => parse(text)).toThrow(expect.objectContaining({ issues: [expect.objectContaining(issue)] }));
  });
});

test('depth is bounded', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(() => parse(nested(32))).not.toThrow();
  expect(() => parse(nested(33))).toThrow('JSON decode error');
  expect(() => parse(nested(400_000))).toThrow('JSON decode error');
});
