import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { OpenApi, Operation } from '../../../gateway/openapi/openapi.ts';
import { curl, examplesOf, filled, resolve } from '../../../gateway/pages/docs/example.ts';
import type { Instance } from '../system/instance.ts';
import type { Values } from './records.ts';

/** An operation of the document. */
export interface Target {
  method: string;
  path: string;
  operation: Operation;
}

/** A request that the reference shows, with names in braces for the reader's own values. */
export interface Sample {
  target: Target;
  url: string;
  mediaType: string | undefined;
  body: unknown;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  mediaType: string;
  text: string;
}

export const targetsOf = ({ paths }: OpenApi): Target[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

/** A sample for each example of the body. */
export function samplesOf(target: Target, { components }: OpenApi): Sample[] {
  const { operation, path } = target;
  const [[mediaType, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const bodies = content ? examplesOf(resolve(content.schema, components.schemas)) : [undefined];
  return bodies.map((body) => ({ target, url: filled(path, operation), mediaType, body }));
}

/** The text with the values of the names that it has in braces. */
export const withValues = (text: string, values: Values) =>
  text.replace(/\{([a-z]+(?:_[a-z]+)*)\}/g, (braced, name) => values[name] ?? braced);

export const bodyText = ({ body = '' }: Sample) => (typeof body === 'string' ? body : JSON.stringify(body));

/** Most of a call is waiting: for the processes that make its records, and for curl. */
const LANES = 4;

/** Works on at most 4 items at the same time. */
export async function inLanes<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

export interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** A request of this process. */
export async function send(system: Instance, { method, url, headers, body }: Request): Promise<Answer> {
  const response = await system.fetch(url, {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body }),
  });
  return answerOf(response.status, Object.fromEntries(response.headers), await response.text());
}

function answerOf(status: number, headers: Record<string, string>, text: string): Answer {
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  return { status, headers, mediaType, text };
}

/** Times that a sample is sent while it is a 503, as its Retry-After asks for: a first PDF may find the thread starting that draws it. */
const TRIES = 3;

/** Runs the command line that the reference shows, as a reader with these values would. */
export async function runAsShown(
  system: Instance,
  document: OpenApi,
  { target: { method, path, operation }, body }: Sample,
  values: Values,
  requestId: string,
): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'sample-'));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  copyFileSync(join(system.dataDir, 'tls', 'ca.pem'), join(folder, 'ca.pem'));
  const more = `-sS -o answer -D headers -H 'X-Request-Id: ${requestId}'`;
  const script = curl(method, path, operation, document, body).replace(/^curl/m, `curl ${more}`);
  const variables = Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
  const options = { cwd: folder, env: { PATH: process.env.PATH, ...variables } };
  try {
    for (let tries = 1; ; tries++) {
      await promisify(execFile)('/bin/sh', ['-eu', '-c', script], options);
      const [statusLine = '', ...lines] = read('headers').trim().split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.replace(/^.*?: ?/, '')]),
      );
      const answer = answerOf(Number(statusLine.split(' ')[1]), headers, read('answer'));
      if (answer.status !== 503 || tries === TRIES) return answer;
      await delay(1000 * Number(headers['retry-after'] ?? 0));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
