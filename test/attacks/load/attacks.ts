import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostileRequest, Lane } from './lane.ts';

/** Name of the attack in the report, and a function that makes one strike and returns its outcome. */
export type Attack = [name: string, strike: (lane: Lane, round: number) => Promise<string>];

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const CSV_TYPE = { 'content-type': 'text/csv' };
const CLIENTS = '/api/v1/clients';
const IMPORT = `${CLIENTS}/import`;
const RESET = '/api/v1/auth/reset-password-request';

const post = (path: string, headers: Record<string, string>, body: string | Buffer): HostileRequest => ({
  method: 'POST',
  path,
  headers,
  body,
});
const bearer = ({ hostile }: Lane) => ({ authorization: `Bearer ${hostile.token}` });

/** Bodies are created once, so that the attacker spends no time on them during the load. */
const BAIT = 'eyJ'.repeat(80_000);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letter = (n: number) => ALPHABET[Math.floor(n) % ALPHABET.length];
/** Each name has three letters, so that as many names as possible fit into 1 MiB. */
const keys = Array.from({ length: 122_000 }, (_, n) => `"${letter(n)}${letter(n / 52)}${letter(n / 2_704)}":1`);
const unknownKeys = `{${keys.join()}}`;
const manyLines = Buffer.from('x\n'.repeat(4_000_000));
const manyColumns = Array.from({ length: 40_000 }, (_, n) => `c${n}`).join(',');
const longDigits = JSON.stringify({
  name: 'x',
  country: 'DE',
  currency: 'EUR',
  maxAccountValue: `${'1'.repeat(80_000)}x`,
});
const longPadding = JSON.stringify({
  url: 'https://example.com',
  events: ['*'],
  secret: `whsec_${'='.repeat(80_000)}x`,
});
const aClient = JSON.stringify({ name: 'Noise', country: 'DE', currency: 'EUR', maxAccountValue: 1 });

/** Additional connections of each lane: with 20 lanes, 100 unfinished bodies and 1,000 silent connections. */
const UNFINISHED = 5;
const SILENT = 50;
/** Milliseconds for which these connections are held open. */
const HELD = 3_000;

/** All attacks of a load. */
export const ATTACKS: Attack[] = [
  ['regex bait, reset', (lane) => lane.send(post(RESET, JSON_TYPE, JSON.stringify({ email: BAIT })))],
  ['regex bait, login', (lane) => lane.send(post('/auth/login', FORM_TYPE, `username=${BAIT}&password=x`))],
  ['regex bait, query', (lane) => lane.send(get(lane, `${CLIENTS}?limit=${BAIT.slice(0, 8_000)}`))],
  ['unknown keys, public', (lane) => lane.send(post(RESET, JSON_TYPE, unknownKeys))],
  ['unknown keys', (lane) => lane.send(post(CLIENTS, { ...bearer(lane), ...JSON_TYPE }, unknownKeys))],
  ['4 million lines', (lane) => lane.send(post(IMPORT, { ...bearer(lane), ...CSV_TYPE }, manyLines))],
  ['40,000 columns', (lane) => lane.send(post(IMPORT, { ...bearer(lane), ...CSV_TYPE }, manyColumns))],
  ['80,000 digits', (lane) => lane.send(post(CLIENTS, { ...bearer(lane), ...JSON_TYPE }, longDigits))],
  ['80,000 paddings', (lane) => lane.send(post('/api/v1/webhooks', { ...bearer(lane), ...JSON_TYPE }, longPadding))],
  ['BOM search', (lane) => lane.send(get(lane, '/api/v1/bom?search=x'))],
  ['bad token', (lane, round) => lane.send(credential({ authorization: `Bearer ${'x'.repeat(20)}.${round}.y` }))],
  ['bad key', (lane, round) => lane.send(credential({ 'x-api-key': `sk_${round}_${'x'.repeat(40)}` }))],
  ['failed login', (lane, round) => lane.send(login(`${round % 5}@example.com`))],
  ['known email, bad password', (lane) => lane.send(login('mallory@example.com'))],
  ['noise to 100 dead webhooks', (lane) => lane.send(post(CLIENTS, { ...bearer(lane), ...JSON_TYPE }, aClient))],
  ['unfinished bodies', (lane) => holdMany(lane, 'tls', UNFINISHED, unfinished)],
  ['silent connections', (lane) => holdMany(lane, 'tcp', SILENT)],
];

const get = (lane: Lane, path: string): HostileRequest => ({ method: 'GET', path, headers: bearer(lane) });
const credential = (headers: Record<string, string>): HostileRequest => ({ method: 'GET', path: CLIENTS, headers });
const login = (email: string) => post('/auth/login', FORM_TYPE, `username=${email}&password=not-this-one`);

/** The head and a part of the body of an import. The API key may not import. */
const unfinished = ({ hostile }: Lane) =>
  [
    `POST ${IMPORT} HTTP/1.1`,
    'Host: localhost',
    `X-API-Key: ${hostile.powerlessKey}`,
    'Content-Type: text/csv',
    'Content-Length: 8388608',
    '',
    'x'.repeat(256 * 1024),
  ].join('\r\n');

/** Opens many connections, sends the text on each, and holds them. Returns the most frequent outcome. */
async function holdMany(
  lane: Lane,
  kind: 'tcp' | 'tls',
  count: number,
  text?: (lane: Lane) => string,
): Promise<string> {
  const sockets = Array.from({ length: count }, () => lane.open(kind));
  const outcomes = sockets.map((socket) => held(socket, text?.(lane)));
  const counts = Map.groupBy(await Promise.all(outcomes), (outcome) => outcome);
  for (const socket of sockets) socket.destroy();
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? 'held';
}

async function held(socket: Socket, text?: string): Promise<string> {
  if (text !== undefined) socket.write(text);
  const answered = once(socket, 'data').then(([data]) => /^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 'answered');
  const closed = once(socket, 'close').then(() => 'closed');
  return Promise.race([answered, closed, delay(HELD, 'held')]);
}
