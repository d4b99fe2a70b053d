import { type DocumentIds, openDocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { createWriter, type Writer } from '#chassis/unit-of-work/write.ts';
import { createMaterial } from '../../services/product/materials/domain/material.ts';
import { type MaterialRepository, materialRepository } from '../../services/product/materials/repository.ts';
import { dropStore, openTestStore } from '../support/backends/mongo.ts';
import { deadRelay } from '../support/writing.ts';
import { median } from './load.ts';

/** Creates that run at once: more than any gateway sends. */
const AT_ONCE = 200;
const CREATES = 2_000;
const ROUNDS = 5;

export interface NumbersResult {
  /** Creates a second whose records are numbered by the counter of the database, and by one in memory. */
  counted: number;
  uncounted: number;
  /** Ratio of the two, round by round. */
  ratio: number;
}

/** Costs of the counter of document numbers for a create, on the system's store and in a database of its own. */
export async function measureNumbers(url: string): Promise<NumbersResult> {
  const store = await openTestStore({ url });
  const parts = partsOf(store);
  await store.start();
  try {
    const [database, memory] = [openDocumentIds(store), inMemory()];
    await creates(parts, database);
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push([await creates(parts, database), await creates(parts, memory)]);
    }
    return {
      counted: median(rounds.map(([counted]) => counted)),
      uncounted: median(rounds.map(([, uncounted]) => uncounted)),
      ratio: median(rounds.map(([counted, uncounted]) => counted / uncounted)),
    };
  } finally {
    await dropStore(store);
  }
}

interface Parts {
  writer: Writer;
  materials: MaterialRepository;
}

function partsOf(store: Store): Parts {
  const writer = createWriter({ store, service: 'product', relay: { ...deadRelay(), publish: () => {} } });
  const supplierNames = async () => new Map<string, string>();
  return { writer, materials: materialRepository({ store, references: openReferences(store), supplierNames }) };
}

/** Creates a second, all in one org: the counter's worst case. */
async function creates({ writer, materials }: Parts, numbers: Pick<DocumentIds, 'next'>): Promise<number> {
  const principal = { kind: 'user', id: 'bench', orgId: 'bench', role: 'staff' } as const;
  const { orgId } = principal;
  let left = CREATES;
  const started = performance.now();
  const lane = async () => {
    while (left-- > 0) {
      const now = new Date();
      const origin = { id: newId(), documentId: await numbers.next(orgId, 'MAT', now), orgId, now };
      const decision = createMaterial({ name: 'Twill' }, { supplierId: null, supplierName: null }, origin, newId);
      const call = { context: { requestId: 'bench', principal }, deadline: Date.now() + 8_000, now };
      await writer.create(call, (tx) => materials.add(tx, decision));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (CREATES / (performance.now() - started)) * 1000;
}

/** In a series that the database does not count. */
function inMemory(): Pick<DocumentIds, 'next'> {
  let last = 0;
  return { next: async () => `MAT-1970-${String(++last).padStart(6, '0')}` };
}
