import type { Connection } from 'mongoose';
import { Gauge } from 'prom-client';
import type { Logger } from '../runtime/logger.ts';
import { registry } from '../runtime/metrics.ts';
import { periodic } from '../runtime/periodic.ts';
import type { Component } from '../runtime/run-service.ts';
import { openEncryptionKeyUses } from '../secrets/encryption-key-uses.ts';
import { keyIdOf, type Seal, type SealedPlace, type StoredBytes, UnreadableError } from '../secrets/seal.ts';
import type { Store } from './mongo.ts';

/** Numbers of values that a sweep has found in a field. */
interface Findings {
  /** Sealed again, with the first key. */
  resealed: number;
  /** Left under configured keys other than the first. */
  older: number;
  /** Under keys that are not configured, or damaged. */
  unreadable: number;
}

const SWEEP_EVERY = 60_000;
/** Milliseconds. A process that seals with a key reports it more often than this. */
const IN_USE = 3 * SWEEP_EVERY;
/** Milliseconds without a new finding, after which reading every value is not worth its cost. */
const QUIET = 3600_000;
const BATCH = 200;
const MAX_COUNTED = 100_000;

const olderValues = new Gauge({
  name: 'sealed_values_under_older_keys',
  help: 'Values that the last look left under a key of ENCRYPTION_KEY other than the first; of those that expire, at most that many and up to 100,000.',
  labelNames: ['field'],
  registers: [registry],
});
const unreadableValues = new Gauge({
  name: 'sealed_values_unreadable',
  help: 'Values that the last look found under a key that ENCRYPTION_KEY does not hold, or damaged.',
  labelNames: ['field'],
  registers: [registry],
});

/** Seals all values with the first key of ENCRYPTION_KEY, in the background of every replica. */
export function resealing(store: Store, logger: Logger): Component {
  const ending = new AbortController();
  const run = resealSweep(store, logger, ending.signal);
  const part = periodic({ name: 'sealed values', run, everyMs: SWEEP_EVERY, background: true, logger });
  return {
    ...part,
    stop() {
      ending.abort();
      return part.stop?.() ?? Promise.resolve();
    },
  };
}

/**
 * Returns a sweep. It reads all sealed values, and seals values under older keys again, until it has found none for an
 * hour. It skips keys that another process still seals with: during a rollout each version would undo the other's work.
 * `ending` stops a running sweep.
 */
export function resealSweep(
  { connection, sealed }: Store,
  logger: Logger,
  ending: AbortSignal = new AbortController().signal,
): (now: Date) => Promise<void> {
  const { seal } = sealed;
  const [first = '', ...older] = seal.keyIds;
  const uses = openEncryptionKeyUses(connection);
  const reported = new Map<SealedPlace, Findings>();
  let lastFound: number | undefined;
  let wasDone = older.length === 0;

  return async (now) => {
    await uses.note(first, now);
    const used = await uses.all();
    used.delete(first);
    const inUse = new Set([...used].filter(([, at]) => now.getTime() - at.getTime() < IN_USE).map(([id]) => id));
    lastFound ??= now.getTime();
    const isQuiet = now.getTime() - lastFound > QUIET && inUse.size === 0;
    let left = inUse.size;
    for (const place of sealed.declared()) {
      if (place.writtenAt !== undefined) {
        const lastOlder = Math.max(0, ...older.map((id) => used.get(id)?.getTime() ?? 0));
        left += await countExpiring(connection, place, place.writtenAt, new Date(lastOlder + IN_USE));
      } else if (!isQuiet) {
        const findings = await resealPlace({ connection, seal, inUse, ending }, place);
        if (ending.aborted) return;
        const before = reported.get(place);
        report(place, findings, before, logger);
        reported.set(place, findings);
        // Values that no key opens stay as they are. Only a change of their number is news.
        const isNews = findings.unreadable !== (before?.unreadable ?? 0);
        if (findings.resealed + findings.older > 0 || isNews) lastFound = now.getTime();
        left += findings.older;
      }
    }
    if (left === 0 && !wasDone)
      logger.info({ keyId: first }, 'All values are sealed with the first key of ENCRYPTION_KEY');
    wasDone = left === 0;
  };
}

/** Counts the documents that may have been written under an older key. They expire, so they are not sealed again. */
async function countExpiring(
  connection: Connection,
  place: SealedPlace,
  writtenAt: string,
  until: Date,
): Promise<number> {
  const count = await connection
    .collection(place.collection)
    .countDocuments({ [writtenAt]: { $lte: until } }, { limit: MAX_COUNTED });
  olderValues.set({ field: nameOf(place) }, count);
  return count;
}

interface Tools {
  connection: Connection;
  seal: Seal;
  /** Keys that other processes still seal with. */
  inUse: Set<string>;
  ending: AbortSignal;
}

async function resealPlace({ connection, seal, inUse, ending }: Tools, place: SealedPlace): Promise<Findings> {
  const { field, idField = '_id' } = place;
  const collection = connection.collection(place.collection);
  const findings: Findings = { resealed: 0, older: 0, unreadable: 0 };
  let replacements: Replacement[] = [];

  async function replace() {
    if (replacements.length === 0) return;
    // The filter contains the old value: if another replica or a write has changed the value, it stays unchanged here.
    const { modifiedCount } = await collection.bulkWrite(replacements, { ordered: false });
    findings.resealed += modifiedCount;
    findings.older -= modifiedCount;
    replacements = [];
  }

  const rows = collection.find({ [field]: { $ne: null } }, { projection: { [idField]: 1, [field]: 1 } });
  for await (const row of rows) {
    if (ending.aborted) break;
    const sealed = valueAt(row, field) as StoredBytes;
    const keyId = keyIdOf(sealed);
    if (keyId === seal.keyIds[0]) continue;
    const aad = place.aad(String(row[idField]));
    const bytes = opened(seal, sealed, aad);
    if (bytes === undefined) findings.unreadable++;
    else findings.older++;
    if (bytes === undefined || inUse.has(keyId)) continue;
    const update = { $set: { [field]: seal.seal(bytes, aad) } };
    replacements.push({ updateOne: { filter: { _id: row._id, [field]: sealed }, update } });
    if (replacements.length === BATCH) await replace();
  }
  await replace();
  return findings;
}

interface Replacement {
  updateOne: { filter: Record<string, unknown>; update: { $set: Record<string, Buffer> } };
}

function opened(seal: Seal, sealed: StoredBytes, aad: string): Buffer | undefined {
  try {
    return seal.open(sealed, aad);
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function report(place: SealedPlace, found: Findings, before: Findings | undefined, logger: Logger): void {
  const { older, unreadable, resealed } = found;
  const field = nameOf(place);
  olderValues.set({ field }, older);
  unreadableValues.set({ field }, unreadable);
  if (resealed > 0) logger.info({ field, resealed }, 'Values were sealed with the first key of ENCRYPTION_KEY');
  if (unreadable > 0 && unreadable !== before?.unreadable)
    logger.error({ field, unreadable }, 'Values are sealed with a key that ENCRYPTION_KEY does not hold');
}

const nameOf = ({ collection, field }: SealedPlace) => `${collection}.${field}`;

function valueAt(row: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], row);
}
