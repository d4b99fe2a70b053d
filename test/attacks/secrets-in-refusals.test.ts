import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { AppError } from '#chassis/domain/errors.ts';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { allRoutes } from '../../gateway/app.ts';
import { problem } from '../../gateway/http/problem.ts';
import { echo } from '../../gateway/payload/echo.ts';
import { elementOf, isOpen, shapeOf } from '../../gateway/payload/schema.ts';
import type { Route } from '../../gateway/routing/route.ts';

const HUSH = 'Hush-7f3aQ';

/** Invalid URLs that contain a password. */
const URLS = [
  `htps://user:${HUSH}@example.com/hook`,
  `https//user:${HUSH}@example.com/hook`,
  `//user:${HUSH}@example.com/hook`,
  `user:${HUSH}@example.com/hook`,
  `https:\\\\user:${HUSH}@exam ple.com`,
  `https://user:${HUSH}@`,
  `https://user:${HUSH}`,
  `https://user:${HUSH}/@example.com`,
  `https://user:${HUSH}#@example.com:port`,
  `https://user:a@${HUSH}@exam ple.com`,
  `https://${HUSH}@exam ple.com`,
  `https%3A%2F%2Fuser%3A${HUSH}%40example.com`,
  `https://user:${HUSH}@example.com/${'x'.repeat(5_000)}`,
  `https://user:${'x'.repeat(5_000)}${HUSH}@example.com`,
];
const KNOWN = [newApiKeyValue().text, `whsec_${'Q'.repeat(43)}=`, 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'];

/** Path of a field in a body: names, and 0 for the first item of a list. */
type Way = (string | 0)[];

function* ways(schema: z.ZodType, way: Way = []): Generator<Way> {
  const shape = shapeOf(schema);
  const element = elementOf(schema);
  if (shape) for (const [name, field] of Object.entries(shape)) yield* ways(field, [...way, name]);
  else if (element) yield* ways(element, [...way, 0]);
  if (way.length > 0) yield way;
}

const bodyWith = (way: Way, value: unknown): unknown =>
  way.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value);

/** Text of the refusal; undefined if the body is valid. */
async function refusalOf({ body }: Route, value: unknown): Promise<string | undefined> {
  try {
    await body?.validate(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return JSON.stringify(problem(error, 'req').body);
  }
}

const routes = allRoutes({ publicUrl: 'https://localhost', version: '0', signingKeys: { list: async () => [] } });
const judging = routes.filter(({ body }) => body !== undefined && body.mediaType !== 'text/csv');
const fields = judging.flatMap((route) =>
  [...ways((route.body as { schema: z.ZodType }).schema)].map((way) => ({ route, way, name: String(way.at(-1)) })),
);
const named = (form: RegExp) =>
  fields
    .filter(({ name }) => form.test(name))
    .map((field) => [field.route.operationId, field.way.join('.'), field] as const);

/** The value in several forms: as it is, with a wrong type, and too long. */
const forms = (value: string) => [value, [value], { a: value }, `${value} ${'x'.repeat(70_000)}`];

test('contracts are looked through', () => {
  expect(fields.length).toBeGreaterThan(80);
});

test.each(named(/password|secret|token/))('%s never repeats %s', async (_operation, _way, { route, way }) => {
  for (const value of ['7f3aQ', `${HUSH}${'x'.repeat(2_000)}`, [HUSH], { a: HUSH }, [[HUSH]]]) {
    expect((await refusalOf(route, bodyWith(way, value))) ?? '').not.toMatch(/7f3aQ/);
  }
});

test('there are operations with passwords, secrets, tokens and URLs', () => {
  expect(
    named(/password/).length * named(/secret/).length * named(/token/).length * named(/(url|picture)$/i).length,
  ).not.toBe(0);
});

test.each(named(/(url|picture)$/i))(
  '%s repeats no password of a refused %s',
  async (_operation, _way, { route, way }) => {
    for (const url of URLS.flatMap(forms)) {
      expect((await refusalOf(route, bodyWith(way, url))) ?? '').not.toContain(HUSH);
    }
  },
);

describe('wherever it stands', () => {
  test.each(judging.map((route) => [route.operationId, route] as const))(
    '%s repeats no known secret',
    async (_, route) => {
      const own = fields.filter((field) => field.route === route);
      for (const { way } of own) {
        for (const secret of KNOWN) {
          for (const value of forms(secret))
            expect((await refusalOf(route, bodyWith(way, value))) ?? '').not.toContain(secret);
        }
      }
    },
  );

  test.each(
    judging.filter(({ body }) => body && !isOpen(body.schema)).map((route) => [route.operationId, route] as const),
  )('%s repeats neither in the name nor in the value of an unknown field', async (_, route) => {
    for (const secret of [...KNOWN, URLS[0] as string]) {
      const text = (await refusalOf(route, { [secret]: secret, nmae: { deep: [secret] } })) ?? '';
      expect(text).not.toContain(secret);
      expect(text).not.toContain(HUSH);
    }
  });
});

test('what is cut in the middle of a secret shows no part of it', () => {
  for (const secret of KNOWN) {
    const start = secret.indexOf('_') + 1 || 3;
    for (let before = 900; before < 1_100; before++) {
      const shown = String(echo(`${'x '.repeat(before / 2)}${secret}`));
      expect(shown).not.toContain(secret.slice(0, start + 3));
    }
  }
});

test.each([
  ['an address', 'bob@example', 'bob@example'],
  ['a URL without a password', 'ftp://example.com:21/a?b=c', 'ftp://example.com:21/a?b=c'],
  ['a path', '/hook', '/hook'],
])('%s is shown as it is', (_, text, shown) => {
  expect(echo(text, ['body', text.includes('@') ? 'email' : 'url'])).toBe(shown);
});
