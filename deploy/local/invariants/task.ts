import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { inheritedEnvironment } from '../config.ts';
import { StartError } from '../start-error.ts';

export const CHECKED = ['identity', 'product', 'finance', 'notification'] as const;
export type CheckedService = (typeof CHECKED)[number];

const finding = z.object({ invariant: z.string(), orgId: z.string().optional(), record: z.string(), says: z.string() });
export type Finding = z.output<typeof finding>;

/** The JSON that a service's task prints (`services/chassis/invariants/task.ts`). */
const report = z.object({
  service: z.enum(CHECKED),
  findings: z.array(finding),
  broken: z.number(),
  looked: z.number(),
  digests: z.record(z.string(), z.array(z.string())),
});
export type Report = z.output<typeof report>;

const item = z.object({ fact: z.string(), of: z.string(), says: z.string().optional() });
export type Item = z.output<typeof item>;

/** Runs a service's task. Its stdout is read; its stderr is the caller's stderr. */
export type Tasks = (service: CheckedService, args: string[]) => ChildProcessByStdio<null, Readable, null>;

const start = (program: string, args: string[], env = inheritedEnvironment()) =>
  spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });

/** Runs the tasks on this machine, with the services' databases. */
export const tasksAt = ({ url, prefix }: { url: string; prefix: string }): Tasks => {
  const services = join(import.meta.dirname, '..', '..', '..', 'services');
  return (service, args) => {
    const env = { ...inheritedEnvironment(), MONGODB_URL: url, MONGODB_DATABASE: `${prefix}_${service}` };
    return start(process.execPath, [join(services, service, 'invariants.ts'), ...args], env);
  };
};

/** Runs the tasks by a command, in which `{service}` stands for the service's name. */
export const tasksByCommand = (command: string): Tasks => {
  const words = command.split(' ').filter(Boolean);
  return (service, args) => {
    const [program = '', ...given] = words.map((word) => word.replaceAll('{service}', service));
    return start(program, [...given, ...args]);
  };
};

/** Resolves when the process has ended. Errors: StartError if the program cannot be started. */
const ended = (child: ReturnType<Tasks>) =>
  once(child, 'close').catch((error) => {
    throw new StartError(`The check cannot be started: ${error.message}`);
  });

/** Runs a service's task as a separate process. Errors: StartError if the task prints no report. */
export async function checkService(service: CheckedService, tasks: Tasks, args: string[]): Promise<Report> {
  const child = tasks(service, args);
  const [printed, [code]] = await Promise.all([text(child.stdout), ended(child)]);
  if (printed === '') throw new StartError(`The check of ${service} ended with ${code}`);
  return report.parse(JSON.parse(printed));
}

/** Yields a service's items of facts. Errors: StartError if the task fails. */
export async function* itemsOf(service: CheckedService, tasks: Tasks, args: string[]): AsyncIterable<Item> {
  const child = tasks(service, args);
  const closed = ended(child);
  for await (const line of createInterface({ input: child.stdout })) yield item.parse(JSON.parse(line));
  const [code] = await closed;
  if (code !== 0) throw new StartError(`The check of ${service} ended with ${code}`);
}
