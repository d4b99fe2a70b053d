import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { downloadFolder } from '../../../deploy/local/config.ts';
import { Signer, secretBytes } from '../../../services/notification/deliveries/signing.ts';
import { codeBlocks } from '../../support/code-blocks.ts';
import { Scene } from './scene.ts';

/** Runs the code of docs/webhooks.md unchanged, with requests that notification signs. */
const blocks = codeBlocks('webhooks.md');
/** A folder in the repository, so that Node finds the packages. */
let folder: string;
beforeAll(() => {
  mkdirSync(downloadFolder, { recursive: true });
  folder = mkdtempSync(join(downloadFolder, 'webhooks-page-'));
  for (const [name, code] of blocks) writeFileSync(join(folder, name), code);
});
afterAll(() => rmSync(folder, { recursive: true }));
const scene = new Scene();

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const RAW = 'sécret of many characters';
const [own, next, foreign] = [1, 2, 3].map(() => generateKeyPairSync('ed25519'));
const now = () => Math.floor(Date.now() / 1000);
const body = JSON.stringify({ id: 'evt_1', type: 'client.created', data: { name: 'Müller & Söhne ✓' } });

interface Case {
  what: string;
  headers: Record<string, string>;
  body: string;
  secret?: string;
  keys?: { kty: string; crv: string; x: string }[];
}

type Pair = typeof own;
const keyOf = (pair: Pair) => pair?.publicKey.export({ format: 'jwk' }) as { kty: string; crv: string; x: string };
const signed = (secrets: string[], pairs: Pair[], timestamp = now()) =>
  new Signer().headers(
    { id: 'evt_1', attempt: 1, timestamp, body },
    secrets.map(secretBytes),
    pairs.flatMap((pair) => (pair ? [pair.privateKey] : [])),
  );

const good: Case[] = [
  { what: 'a secret in base64', headers: signed([SECRET], [own]), body, secret: SECRET },
  { what: 'a secret as it is', headers: signed([RAW], [own]), body, secret: RAW },
  { what: 'the new of two secrets', headers: signed([SECRET, RAW], [own]), body, secret: SECRET },
  { what: 'the former of two secrets', headers: signed([SECRET, RAW], [own]), body, secret: RAW },
  { what: 'a key', headers: signed([], [own]), body, keys: [keyOf(own)] },
  { what: 'the former key alone', headers: signed([SECRET], [next, own]), body, keys: [keyOf(own)] },
  { what: 'the new key among several', headers: signed([], [next, own]), body, keys: [keyOf(foreign), keyOf(next)] },
];
const bad: Case[] = [
  { what: 'another body', headers: signed([SECRET], [own]), body: body.replace('1', '2'), secret: SECRET },
  { what: 'another secret', headers: signed([SECRET], [own]), body, secret: RAW },
  { what: 'no v1', headers: signed([], [own]), body, secret: SECRET },
  { what: 'an old signature', headers: signed([SECRET], [own], now() - 400), body, secret: SECRET },
  { what: 'one of the future', headers: signed([SECRET], [own], now() + 400), body, secret: SECRET },
  { what: 'another id', headers: { ...signed([SECRET], [own]), 'webhook-id': 'evt_2' }, body, secret: SECRET },
  {
    what: 'another time',
    headers: { ...signed([SECRET], []), 'webhook-timestamp': `${now() - 1}` },
    body,
    secret: SECRET,
  },
  { what: 'no headers', headers: {}, body, secret: SECRET },
  { what: 'no time', headers: { ...signed([SECRET], []), 'webhook-timestamp': 'now' }, body, secret: SECRET },
  { what: 'another body under a key', headers: signed([], [own]), body: `${body} `, keys: [keyOf(own)] },
  { what: 'another key', headers: signed([], [own]), body, keys: [keyOf(foreign)] },
  { what: 'no key', headers: signed([], [own]), body, keys: [] },
  { what: 'an old signature of a key', headers: signed([], [own], now() - 400), body, keys: [keyOf(own)] },
  { what: 'no headers and a key', headers: {}, body, keys: [keyOf(own)] },
  {
    what: 'what is no base64',
    headers: { ...signed([], []), 'webhook-signature': 'v1a,!!' },
    body,
    keys: [keyOf(own)],
  },
];

/** Programs that call the code of the page for each case on their input, and print whether it accepts the case. */
const drivers: Record<string, { file: string; code: string; command: string[]; probe: string[] }> = {
  Node: {
    file: 'driver.mjs',
    command: [process.execPath, 'driver.mjs'],
    probe: [process.execPath, '--version'],
    code: `
import { text } from 'node:stream/consumers';
import { verifyWithKeys, verifyWithSecret } from './verify.mjs';
const fits = ({ headers, body, secret, keys }) => {
  try {
    const bytes = Buffer.from(body);
    const event = keys ? verifyWithKeys(headers, bytes, keys) : verifyWithSecret(headers, bytes, secret);
    return event.id === 'evt_1';
  } catch { return false; }
};
console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(fits)));`,
  },
  Python: {
    file: 'driver.py',
    command: ['python3', 'driver.py'],
    probe: ['python3', '-c', 'import cryptography'],
    code: `
import json, sys
from verify import verify_with_keys, verify_with_secret
def fits(case):
    try:
        body = case["body"].encode()
        if "keys" in case:
            return verify_with_keys(case["headers"], body, case["keys"])["id"] == "evt_1"
        return verify_with_secret(case["headers"], body, case["secret"])["id"] == "evt_1"
    except ValueError:
        return False
print(json.dumps([fits(case) for case in json.load(sys.stdin)]))`,
  },
  Go: {
    file: 'verify_test.go',
    command: ['go', 'test', '-count=1', '-v', 'verify.go', 'verify_test.go'],
    probe: ['go', 'version'],
    code: `
package webhooks
import ("encoding/json"; "fmt"; "net/http"; "os"; "testing")
func TestCases(t *testing.T) {
	var cases []struct { Headers map[string]string; Body string; Secret string; Keys *[]struct{ X string } }
	file, err := os.Open("cases.json")
	if err != nil { t.Fatal(err) }
	if err := json.NewDecoder(file).Decode(&cases); err != nil { t.Fatal(err) }
	results := []bool{}
	for _, one := range cases {
		header := http.Header{}
		for name, value := range one.Headers { header.Set(name, value) }
		if one.Keys == nil {
			results = append(results, VerifyWithSecret(header, []byte(one.Body), one.Secret) == nil)
			continue
		}
		keys := []string{}
		for _, key := range *one.Keys { keys = append(keys, key.X) }
		results = append(results, VerifyWithKeys(header, []byte(one.Body), keys) == nil)
	}
	text, _ := json.Marshal(results)
	fmt.Println(string(text))
}`,
  },
};

for (const [language, { file, code, command, probe }] of Object.entries(drivers)) {
  const missing = isMissing(probe);
  const name = `${language} verifies what is signed, and refuses everything else`;
  const run = () => {
    const cases = [...good, ...bad];
    writeFileSync(join(folder, file), code);
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    const [program = '', ...args] = command;
    const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '' };
    const output = execFileSync(program, args, { cwd: folder, input: JSON.stringify(cases), encoding: 'utf8', env });
    const results = JSON.parse(output.split('\n').find((line) => line.startsWith('[')) ?? '[]') as boolean[];
    const said = cases.map(({ what }, index) => ({ what, fits: results[index] }));
    expect(said).toEqual(cases.map(({ what }, index) => ({ what, fits: index < good.length })));
  };
  if (missing) test.skip(`${name} (needs ${probe.join(' ')})`, run);
  else test(name, run, 60_000);
}

function isMissing([program = '', ...args]: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return false;
  } catch {
    return true;
  }
}

test('the receiver takes each event once and in its order, whatever is sent', async () => {
  writeFileSync(
    join(folder, 'main.mjs'),
    `import { createInbox } from './inbox.mjs';
import { createReceiver } from './receiver.mjs';
const say = (what) => console.log(JSON.stringify(what));
let full = false;
const inbox = createInbox((event) => { if (event.data.name === 'Full' && !full) { full = true; throw new Error('Full'); } });
const take = (event) => say({ id: event.id, outcome: inbox(event) });
const server = createReceiver({ secret: process.argv[2], take });
server.listen(0, '127.0.0.1', () => say({ port: server.address().port }));`,
  );
  const child = spawn(process.execPath, ['main.mjs', SECRET], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async () => JSON.parse((await lines.next()).value as string) as Record<string, unknown>;
  const url = `http://127.0.0.1:${(await said()).port}/`;
  const post = async (event: object, headers: Record<string, string> = {}) => {
    const text = JSON.stringify(event);
    const id = String((event as { id?: string }).id);
    const made = new Signer().headers({ id, attempt: 1, timestamp: now(), body: text }, [secretBytes(SECRET)], []);
    return (await fetch(url, { method: 'POST', body: text, headers: { ...made, ...headers } })).status;
  };
  const event = (id: string, sequence: number, rest: object = {}) => ({
    ...{ id, org_id: 'o1', type: 'client.updated', sequence, data: { id: 'c1' } },
    ...rest,
  });
  try {
    // A delivery that notification itself sends.
    await scene.webhook({ url, secret: SECRET });
    const sent = await scene.event();
    expect(await said()).toEqual({ id: sent.id, outcome: 'stored' });

    const outcomes: unknown[] = [];
    for (const one of [
      event('e2', 2),
      event('e2', 2),
      event('e1', 1),
      event('e4', 4, { type: 'client.deleted' }),
      event('e3', 3),
      event('o1', 1, { type: 'order.created' }),
      event('o2', 1, { type: 'order.created', org_id: 'o2' }),
      event('r1', 1, { type: 'exchange_rates.updated', data: {} }),
      event('r2', 1, { type: 'exchange_rates.updated', data: {}, org_id: 'o2' }),
      event('t1', 9, { test: true }),
      event('t2', 9, { type: 'webhook.test' }),
    ]) {
      expect(await post(one)).toBe(204);
      outcomes.push((await said()).outcome);
    }
    expect(outcomes).toEqual(['stored', 'known', 'late', 'stored', 'late', ...Array(4).fill('stored'), 'test', 'test']);

    // The receiver answers 503 for an event that it could not store, and does not remember its id, so that the retry is
    // stored.
    const full = event('f1', 1, { data: { id: 'f', name: 'Full' } });
    expect(await post(full)).toBe(503);
    expect(await post(full)).toBe(204);
    expect(await said()).toEqual({ id: 'f1', outcome: 'stored' });
    expect(await post(event('x', 9), { 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(await post(event('x', 9, { text: 'x'.repeat(2 ** 20) })).catch(() => 413)).toBe(413);
  } finally {
    child.kill();
    await ended;
  }
}, 30_000);

test('every block of code on the page is one that is run here', () => {
  expect([...blocks.keys()].sort()).toEqual(['inbox.mjs', 'receiver.mjs', 'verify.go', 'verify.mjs', 'verify.py']);
});
