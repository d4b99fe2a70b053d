import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { inheritedEnvironment } from '../config.ts';
import { StartError } from '../start-error.ts';

export const CHECKED = ['identity', 'product', 'finance', 'notification'] as const;
export type Checked = (typeof CHECKED)[number];

const finding = z.object({ invariant: z.string(), orgId: z.string().optional(), record: z.string(), says: z.string() });
export type Finding = z.output<typeof finding>;

/** What a service's task prints: `services/chassis/invariants/task.ts`. */
export const report = z.object({
  service: z.enum(CHECKED),
  findings: z.array(finding),
  broken: z.number(),
  digests: z.record(z.string(), z.array(z.string())),
});
export type Report = z.output<typeof report>;

const item = z.object({ fact: z.string(), of: z.string(), says: z.string().optional() });
export type Item = z.output<typeof item>;

/** Where the services' databases are. */
export interface Databases {
  url: string;
  prefix: string;
}

/** The task of a service, in a process of its own. Errors: StartError where it cannot do its work. */
export async function checkService(service: Checked, databases: Databases, args: string[]): Promise<Report> {
  const child = start(service, databases, ['--json', ...args]);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (printed === '') throw new StartError(`The check of ${service} ended with ${code}`);
  return report.parse(JSON.parse(printed));
}

/** What a service knows of facts, item by item. Errors: StartError. */
export async function* itemsOf(service: Checked, databases: Databases, args: string[]): AsyncIterable<Item> {
  const child = start(service, databases, args);
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) yield item.parse(JSON.parse(line));
  const [code] = await closed;
  if (code !== 0) throw new StartError(`The check of ${service} ended with ${code}`);
}

function start(service: Checked, { url, prefix }: Databases, args: string[]) {
  const script = join(import.meta.dirname, '..', '..', '..', 'services', service, 'invariants.ts');
  const env = { ...inheritedEnvironment(), MONGODB_URL: url, MONGODB_DATABASE: `${prefix}_${service}` };
  return spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
}
