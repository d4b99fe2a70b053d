import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { readQuery } from '../../../../gateway/payload/query.ts';

const schema = z.object({ page: z.string().optional(), limit: z.string().optional() });

describe('a query', () => {
  test.each([
    ['/x', {}, ''],
    ['/x?', {}, ''],
    ['/x?page=2&limit=5', { page: '2', limit: '5' }, ''],
    ['/x?page=2&colour=red&page_size=5', { page: '2' }, 'colour, page_size'],
    ['/x?a=1&a=2', {}, 'a'],
    ['/x?a,b=1&c%0d%0aX-Evil:%201=2&gr%C3%B6%C3%9Fe=3', {}, 'a%2Cb, c%0D%0AX-Evil%3A%201, gr%C3%B6%C3%9Fe'],
    ['/x?__proto__=1&constructor=2&toString=3', {}, '__proto__, constructor, toString'],
    [`/x?${'a'.repeat(1_001)}=1&b=2`, {}, 'b'],
  ])('%s is split into what the operation has and what it has not', (url, known, ignored) => {
    expect(readQuery(schema, url)).toEqual({ known, ignored });
  });

  test('of an operation without parameters is ignored as a whole', () => {
    expect(readQuery(undefined, '/x?page=2')).toEqual({ known: {}, ignored: 'page' });
  });

  test('names every other parameter, in a header of bounded length', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('%', 'c', '3', '&', '=') }));
    fc.assert(
      fc.property(fc.array(part), fc.boolean(), (parts, hasSchema) => {
        const { ignored } = readQuery(hasSchema ? schema : undefined, `/x?${parts.join('&')}`);
        expect(ignored).toMatch(/^[\w%,.!~*'() -]{0,1000}$/);
      }),
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { maxLength: 10 }),
        (names) => {
          const url = `/x?${names.map((name) => `${encodeURIComponent(name)}=1`).join('&')}`;
          const listed = readQuery(undefined, url).ignored.split(', ').filter(Boolean);
          expect(listed.map(decodeURIComponent).sort()).toEqual([...names].sort());
        },
      ),
    );
  });
});
