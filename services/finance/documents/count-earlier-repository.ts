import type { mongo } from 'mongoose';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import type { WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import type { KeptSums, Party, Uncounted } from './kept-sums-repository.ts';

/** Milliseconds until the deadline of the count of one party. A party may have 100,000 documents. */
const DEADLINE_MS = 60_000;
/** Documents that one statement marks. */
const MARKED = 1_000;

interface Earlier {
  writer: Pick<Writer, 'write'>;
  /** Name of the upgrade in the log. */
  name: string;
  /** The collection of the documents. */
  collection: string;
  /** The field that names the party. */
  partyField: string;
  sums: Pick<KeptSums<never>, 'recount'>;
  uncounted: UncountedDocuments;
}

/** The documents that an earlier version wrote. */
export interface UncountedDocuments {
  /** Finds all of them. It may also find others. */
  filter: object;
  /** The fields that `isUncounted` needs. */
  fields: readonly string[];
  isUncounted(document: object): boolean;
}

interface Outdated {
  _id: string;
  orgId: string;
}

/**
 * Counts the documents that an earlier version wrote. Each of their parties is counted anew, since the earlier version may
 * have changed amounts that were counted before.
 */
export const countEarlier = ({ writer, name, collection, partyField, sums, uncounted }: Earlier): Upgrade => ({
  name,
  async apply(connection) {
    const documents = connection.collection<Outdated>(collection);
    let changed = 0;
    const fields = ['orgId', partyField, ...uncounted.fields];
    for await (const batch of outdatedBatches(documents, uncounted.filter, { fields })) {
      const done = new Set<string>();
      for (const { orgId, ...fields } of batch.filter(uncounted.isUncounted)) {
        const partyId = ((fields as Record<string, unknown>)[partyField] ?? '') as string;
        if (done.has(`${orgId}:${partyId}`)) continue;
        done.add(`${orgId}:${partyId}`);
        changed += await mark(documents, await recounted(writer, sums, { orgId, partyId }));
      }
    }
    return changed;
  },
});

async function recounted(
  writer: Pick<Writer, 'write'>,
  sums: Pick<KeptSums<never>, 'recount'>,
  party: Party,
): Promise<readonly Uncounted[]> {
  // The list would be too long for the reply of a write.
  let uncounted: readonly Uncounted[] = [];
  await writer.write(nobodysCall(), async (tx) => {
    uncounted = await sums.recount(tx, party);
  });
  return uncounted;
}

/** Marks documents as counted. A document that has changed since it was counted is counted in the next run. */
async function mark(documents: mongo.Collection<Outdated>, uncounted: readonly Uncounted[]): Promise<number> {
  let changed = 0;
  for (let from = 0; from < uncounted.length; from += MARKED) {
    const writes = uncounted.slice(from, from + MARKED).map(({ _id, revision, filter, set }) => ({
      updateOne: { filter: { _id, revision, ...filter }, update: { $set: set } },
    }));
    changed += (await documents.bulkWrite(writes as never, { ordered: false })).modifiedCount;
  }
  return changed;
}

/** The call of a write without a caller: the audit log names no actor. */
const nobodysCall = (): WriteCall => ({
  context: { requestId: crypto.randomUUID() },
  now: new Date(),
  deadline: Date.now() + DEADLINE_MS,
});
