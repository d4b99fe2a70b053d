import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEERS } from '../../../deploy/local/processes.ts';
import { examplesOf, filled, resolve } from '../../../gateway/pages/docs/example.ts';
import { filesIn, type Written } from '../leaks.ts';
import { type Request, send, withValues } from './calls.ts';
import type { Walk } from './walk.ts';
import { type Exchange, SMTP_PASSWORD, type WalkedSystem } from './walked-system.ts';

/** By name. */
export type Secrets = Map<string, string>;

/** Names of the fields of requests whose values are secrets. */
const SECRET = /^((current_|new_)?password|secret|token)$/;
/** Characters: a shorter value is a word, such as `generate`. */
const SHORTEST = 16;
/** The field of an answer that is there to hand out a secret. */
const HANDED_OUT: Record<string, string> = {
  'POST /auth/login': 'access_token',
  'POST /api/v1/api-keys': 'key',
  'POST /api/v1/api-keys/{id}/rotate': 'key',
  'POST /api/v1/webhooks': 'secret',
  'PATCH /api/v1/webhooks/{id}': 'secret',
};
/** They show the examples of the API description. */
const PAGES = /^\/(openapi\.json|docs.*)$/;
const NO_ANSWER = { status: 0, headers: {}, text: '' };

/** The secrets that the processes get at their start. */
export function ownSecretsOf({ dataDir, secrets: { processes, natsAdminPassword }, admin }: WalkedSystem): Secrets {
  const secrets: Secrets = new Map([
    ['SMTP password', SMTP_PASSWORD],
    ['admin password', admin.password],
    ['NATS password of admin', natsAdminPassword],
  ]);
  for (const [name, { natsPassword, encryptionKey }] of Object.entries(processes))
    secrets.set(`NATS password of ${name}`, natsPassword).set(`encryption key of ${name}`, encryptionKey);
  for (const name of PEERS) {
    const pem = readFileSync(join(dataDir, 'tls', `${name}-key.pem`), 'utf8');
    secrets.set(`TLS key of ${name}`, pem.split('\n')[1] ?? '');
  }
  return secrets;
}

/** Sends secrets in wrong forms, and where they do not belong; answers the requests that are not refused. */
export async function misuseSecrets(walk: Walk, secrets: Secrets): Promise<unknown[]> {
  const { key } = await walk.make('api-keys', { org_id: walk.own.org_id, name: 'misused' });
  const typed = 'a password that was mistyped-Kq7~vZ';
  secrets.set('misused key', key).set('mistyped password', typed);
  const faults: unknown[] = [];
  for (const request of [...misplaced(walk, key, typed), ...malformed(walk, secrets)]) {
    const { status, text } = await send(walk.system, request);
    if (status < 400 || status >= 500) faults.push([request, status, text]);
  }
  return faults;
}

const [JSON_TYPE, FORM_TYPE] = ['application/json', 'application/x-www-form-urlencoded'];

function misplaced({ token, own }: Walk, key: string, typed: string): Request[] {
  const read = (headers: Request['headers'], query = '') => ({
    method: 'get',
    url: `/api/v1/clients${query}`,
    headers,
  });
  const login = (fields: Record<string, string>) => ({
    ...{ method: 'post', url: '/auth/login', headers: { 'content-type': FORM_TYPE } },
    body: String(new URLSearchParams(fields)),
  });
  const newKey = (fields: object) => ({
    ...{ method: 'post', url: '/api/v1/api-keys' },
    headers: { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE },
    body: JSON.stringify({ org_id: own.org_id, name: 'Robot', ...fields }),
  });
  return [
    read({ authorization: `Basic ${Buffer.from(`${own.email}:${typed}`).toString('base64')}` }),
    read({ authorization: `Bearer ${token}x` }),
    read({ authorization: `Bearer ${key}` }),
    read({ authorization: `Bearer ${token}`, 'x-api-key': key }),
    read({ 'x-api-key': `${key.slice(0, -1)}!` }),
    read({}, `?${new URLSearchParams({ api_key: key, access_token: token, password: typed })}`),
    login({ username: String(own.email), password: typed }),
    login({ username: 'nobody@example.com', password: typed }),
    login({ password: typed }),
    newKey({ name: 5, key }),
    newKey({ secret: key, permissions: [key] }),
  ];
}

/** Every secret field of every body, with a value of a wrong form, in a wrong place, or in a text that is no JSON. */
function malformed({ targets, document, token, values }: Walk, secrets: Secrets): Request[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE };
  return targets.flatMap(({ method, path, operation }) => {
    const [content] = Object.values(operation.requestBody?.content ?? {});
    const schema = content && resolve(content.schema, document.components.schemas);
    const url = withValues(filled(path, operation), values);
    return Object.keys(schema?.properties ?? {}).flatMap((field) => {
      if (!schema || !SECRET.test(field)) return [];
      const secret = `misused as ${field} of ${operation.operationId}-Kq7~vZ`;
      secrets.set(`${field} of a refused ${operation.operationId}`, secret);
      const [example] = examplesOf(schema);
      const wrong = [[secret], { of: secret }, secret.repeat(20)].map((value) => ({ [field]: value }));
      const bodies = [...wrong, { unknown: { [field]: secret } }].map((fields) =>
        JSON.stringify({ ...Object(example), ...fields }),
      );
      const unfinished = [`{"${field}": "${secret}"`, `["${secret}"`];
      return [...bodies, ...unfinished].map((body) => ({ method, url, headers, body }));
    });
  });
}

/** Adds the secrets of all requests and answers, and returns what was written: without each secret where it is handed out. */
export function lookThrough(walk: Walk, secrets: Secrets, pages: Written[]): Written[] {
  const { system, mailServer, receiver, calls } = walk;
  const shown = calls.filter(({ caller }) => caller === 'admin');
  const byCurl = shown.map(({ target: { method }, url: path, body = '', answer }) => ({ method, path, body, answer }));
  const withoutPages = system.exchanges.map((one) => (PAGES.test(one.path) ? { ...one, answer: NO_ANSWER } : one));
  const own = [...byCurl, ...withoutPages.slice(0, walk.drawnFrom)];
  const answers = own.map((exchange) => keepSecrets(exchange, secrets));
  for (const drawn of withoutPages.slice(walk.drawnFrom ?? Number.POSITIVE_INFINITY))
    answers.push(keepSecrets(drawn, new Map()));
  const mails = mailServer.received.map(({ message }) => message.replace(/#[\w-]{43}/g, ''));
  // The places that are made to keep them, for their owner alone.
  const keepers = /^(secrets\.json|tls\/[\w-]+-key\.pem)$/;
  return [
    ...[...answers, ...system.messages, ...pages, ...filesIn(system.dataDir, keepers)],
    { where: 'mails', text: mails.join('\n') },
    { where: "the receiver's requests", text: JSON.stringify(receiver.requests) },
    { where: "the start's output", text: withoutWelcome(system) },
  ];
}

function keepSecrets({ method, path, body, answer }: Exchange, secrets: Secrets): Written {
  const route = `${method.toUpperCase()} ${path.split('?')[0]?.replace(/[0-9a-f]{24}/g, '{id}')}`;
  for (const [field, value] of fieldsOf(body)) {
    if (SECRET.test(field) && value.length >= SHORTEST) keepFirst(secrets, `${field} of ${route}`, value);
  }
  const handedOut = HANDED_OUT[route];
  const found = fieldsOf(answer.text).find(([field, value]) => field === handedOut && value.length >= SHORTEST);
  if (found) keepFirst(secrets, `${handedOut} of the answer to ${route}`, found[1]);
  const text = found ? answer.text.replace(found[1], '') : answer.text;
  return { where: `answer to ${route}`, text: JSON.stringify(answer.headers) + text };
}

/** Keeps only the first secret of a kind, because the first secrets are in use for the whole walk. */
function keepFirst(secrets: Secrets, name: string, secret: string): void {
  if (!secrets.has(name)) secrets.set(name, secret);
}

/** The texts at the top of a body. */
function fieldsOf(body: string): [string, string][] {
  if (!body.startsWith('{')) return [...new URLSearchParams(body)];
  try {
    return Object.entries(JSON.parse(body) as object).filter(([, value]) => typeof value === 'string');
  } catch {
    return [];
  }
}

/** The local start prints the admin's password for who started it: twice, and nowhere else. */
const withoutWelcome = ({ output, admin: { password } }: WalkedSystem) =>
  output.replace(`admin password  ${password}`, '').replace(`'password=${password}'`, '');
