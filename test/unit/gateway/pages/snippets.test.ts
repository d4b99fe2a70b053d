import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
// @ts-expect-error The page's scripts have no types.
import { snippets } from '../../../../gateway/pages/docs/snippets.js';

interface Got {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let got: Got[] = [];
const server = createServer(async (request, response) => {
  got.push({ method: request.method, url: request.url, headers: request.headers, body: await text(request) });
  response.writeHead(got.length % 2 === 0 ? 404 : 200).end('ok');
});
let origin: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const programs = {
  curl: ['bash', '-c'],
  fetch: [process.execPath, '--input-type=module', '-e'],
  Python: ['python3', '-c'],
} as const;
/** A machine may have no Python. */
const known = Object.entries(programs).filter(([, [program]]) => !spawnSync(program, ['--version']).error);

/** Texts with the characters that mean something to a shell, JavaScript or Python. */
const typed = fc.string({
  unit: fc.constantFrom(...'aZ0 \'"`$\\{}\n#@%&;!~', '$HOME', '$(id)', '\\n', 'é', '織', '🧵', '"""'),
  maxLength: 40,
});

test('each program sends the request as it is typed, with the secret of its environment', async () => {
  const PATH = process.env.PATH;
  const calls = fc.record({ query: typed, key: fc.constantFrom('o\'b"x', 'a$b`c\\d'), body: typed });
  await fc.assert(
    fc.asyncProperty(calls, async ({ query, key, body }) => {
      got = [];
      const url = `${origin}/api/v1/x?${new URLSearchParams({ search: query })}`;
      const headers = [
        ['Content-Type', 'text/plain'],
        ['Idempotency-Key', key],
      ];
      const credential = { name: 'X-API-Key', prefix: '', variable: 'API_KEY', secret: 'other', isShown: false };
      for (const [language, [program, ...options]] of known) {
        const code = snippets[language]({ method: 'POST', url, headers, body, credential });
        await promisify(execFile)(program, [...options, code], { env: { PATH, API_KEY: 's3cret' } });
      }
      expect(got).toHaveLength(known.length);
      for (const request of got) {
        expect(request).toMatchObject({ method: 'POST', url: url.slice(origin.length), body });
        expect(request.headers).toMatchObject({ 'idempotency-key': key, 'x-api-key': 's3cret' });
      }
    }),
    { numRuns: 15 },
  );
}, 60_000);
