import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { programFolders } from '../../../deploy/local/config.ts';
import { findProgram } from '../../../deploy/local/programs.ts';
import { codeBlocks } from '../../support/code-blocks.ts';

/** The programs of docs/guides/errors.md, which repeat a request, against a server whose answers are known. */

interface Turn {
  status: number;
  code?: string;
}

const REFUSED = { detail: 'No', request_id: 'r1' };
let turns: Turn[] = [];
const keys: (string | undefined)[] = [];

/** Gives one answer after the other. Status 0: closes the connection without an answer. */
const server = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'] as string | undefined);
  const { status, code } = turns.shift() as Turn;
  if (status === 0) return request.socket.destroy();
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' });
  response.end(JSON.stringify(status === 200 ? { id: 'done' } : { ...REFUSED, code }));
});
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  folder = mkdtempSync(join(tmpdir(), 'guide-retries-'));
  const { port } = server.address() as AddressInfo;
  env = { PATH: process.env.PATH, URL: `http://127.0.0.1:${port}`, TOKEN: 't' };
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  for (const [file, code] of codeBlocks('guides/errors.md')) writeFileSync(join(folder, file), code);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const TYPESCRIPT = `import { call } from './call.ts';
const print = (it) => console.log(JSON.stringify(it));
await call(process.argv[2], '/x', { a: 1 }).then(print, (error) => print({ code: error.refusal?.code ?? 'none' }));`;
const PYTHON = `import json, sys
from call import ApiError, call
try:
    print(json.dumps(call(sys.argv[1], "/x", {"a": 1})))
except ApiError as error:
    print(json.dumps({"code": error.refusal["code"]}))`;
const languages = {
  TypeScript: { program: process.execPath, file: 'driver.ts', code: TYPESCRIPT },
  Python: { program: findProgram('python3', programFolders()), file: 'driver.py', code: PYTHON },
};

async function run(language: keyof typeof languages, method: string, answers: Turn[]): Promise<unknown> {
  const { program = '', file, code } = languages[language];
  writeFileSync(join(folder, file), code);
  turns = answers;
  keys.length = 0;
  const { stdout } = await promisify(execFile)(program, [join(folder, file), method], { cwd: folder, env });
  return JSON.parse(stdout);
}

const unavailable = { status: 503, code: 'upstream_unavailable' };
const cases = Object.entries(languages)
  .filter(([, { program }]) => program !== undefined)
  .map(([language]) => language as keyof typeof languages);

test.each(cases)(
  '%s repeats a POST with the key of its first attempt until it is answered',
  async (language) => {
    const answers = [unavailable, { status: 0 }, { status: 429, code: 'rate_limited' }, { status: 200 }];
    expect(await run(language, 'POST', answers)).toEqual({ id: 'done' });
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  },
  30_000,
);

test.each(cases)(
  '%s repeats no request that is refused for good, and gives up after five attempts',
  async (language) => {
    expect(await run(language, 'PATCH', [{ status: 409, code: 'conflict' }])).toEqual({ code: 'conflict' });
    expect(keys).toEqual([undefined]);
    expect(await run(language, 'POST', Array(5).fill(unavailable))).toEqual({ code: 'upstream_unavailable' });
    expect(keys).toHaveLength(5);
  },
  30_000,
);
