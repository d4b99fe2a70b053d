import { existsSync, statfsSync } from 'node:fs';
import { z } from 'zod';
import { defineConfig, loadConfig, setting } from '#chassis/runtime/config.ts';

export const testConfig = defineConfig({
  MONGODB_URL: setting(z.string().optional(), 'MongoDB replica set for the tests.', { secret: true }),
  NATS_URL: setting(z.string().optional(), 'NATS server with JetStream for the tests.'),
  TEST_BACKEND: setting(
    z.enum(['containers', 'embedded']).default('embedded'),
    'What stands in for an address that is not given: containers, or the embedded engine and a nats-server.',
  ),
  TEST_WORKERS: setting(
    z.coerce.number().int().min(1).optional(),
    'Test files that run at a time. Default: the number of processors, at most 8; 1 if an address is given.',
  ),
  FUZZ_SECONDS: setting(
    z.coerce.number().min(0).default(0),
    'How long requests of every kind are made up and held against the reference; 0: some hundreds of them.',
  ),
  SOAK_EVENTS: setting(
    z.coerce.number().int().min(40).default(40),
    'Events that are delivered while processes are killed; 10000 by hand.',
  ),
  RACE_ROUNDS: setting(
    z.coerce.number().int().min(1).default(1),
    'Rounds of each row of the table of races; 500 by hand.',
  ),
});
export type TestSettings = ReturnType<typeof loadTestSettings>;

export const loadTestSettings = () => loadConfig(testConfig);

/** Linux's folder in memory. */
const IN_MEMORY = '/dev/shm';
/** Bytes: a whole run fills less than a quarter of it. */
const ENOUGH = 8 * 1024 ** 3;

/**
 * Databases and brokers of tests keep their files in memory where there is room, unless TMPDIR names a place: a disk makes
 * each of thousands of commits wait. What a kill must not lose is in the system's memory, too, when it is on a disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !existsSync(IN_MEMORY)) return;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize >= ENOUGH) process.env.TMPDIR = IN_MEMORY;
}
