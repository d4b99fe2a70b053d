import { type ClientSession, type Collection, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { inUse, invalidField, MAX_NAMED, notFound } from '#chassis/domain/errors.ts';
import { containingInAscii } from '#chassis/mongo/list.ts';
import { insertOneRaw, modelOf, replaceOneRaw } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { openRecords, type RecordKey, type Records, type ReferenceRules, sessionOf } from '#chassis/records/records.ts';
import type { RecordName, Reserved } from '#chassis/reference-integrity/references.ts';
import type { Insertable, ReadScope, SharedTransaction, Transaction } from '#chassis/unit-of-work/write.ts';
import { MAX_VERSION_BYTES } from '#proto/product/v1/contract.ts';
import { type BomDependencies, bomContextOf } from './bom-dependencies.ts';
import { checkedSize, fitting, readContent, type StoredContent, sizeOf } from './content-repository.ts';
import { type Bom, latestOf } from './domain/bom.ts';
import { type BomChange, type BomState, changeEvent, createdEvent, deletedEvent } from './domain/bom-change.ts';
import type { BomVersion, VersionContent } from './domain/bom-version.ts';

/** Returns the versions of a BOM whose lines are needed. */
export type VersionsOf = (bom: Bom) => readonly (BomVersion | undefined)[];

export interface BomRepository extends Pick<Records<Bom>, 'get' | 'list' | 'reserve'> {
  /**
   * The ids of the BOMs of which a version has the material among the options of a line. Errors: validation_failed for more
   * than MAX_WITH_MATERIAL versions.
   */
  withMaterial(orgId: string, materialId: string): Promise<string[]>;
  /** The ids of the styles of these BOMs. Errors: as `withMaterial`. */
  stylesWithMaterial(orgId: string, materialId: string): Promise<string[]>;
  /** Errors: as `add` of Records. */
  add(tx: SharedTransaction, state: BomState): Promise<void>;
  /**
   * Loads a BOM for a change, with the lines of its latest version and of the versions that `versionsOf` returns.
   * Errors: as `load` of Records; the errors of `versionsOf`.
   */
  load(tx: Transaction, key: RecordKey, versionsOf?: VersionsOf): Promise<BomState>;
  /**
   * Saves a change. If nothing changes, it writes nothing and emits no event. Errors: as `save` of Records;
   * body_too_large for lines of more than 6 MiB.
   */
  save(tx: Transaction, before: BomState, change: BomChange): Promise<BomState>;
  /** Loads a BOM for its delete. Errors: as `load` of Records. */
  loadReserved(tx: Transaction, key: RecordKey, reserved: Reserved): Promise<BomState>;
  /** Removes the BOM and its lines. Returns the id. Errors: as `remove` of Records. */
  remove(tx: Transaction, before: BomState, reserved: Reserved): Promise<string>;
  /** Errors: not_found if the BOM was deleted. */
  content(orgId: string, version: Sized): Promise<VersionContent>;
  /**
   * Checks that no line has chosen one of these SKUs. The transaction that removes the SKUs from their material calls
   * it: a concurrent choice of one of them conflicts. Errors: in_use that names at most three versions with such lines,
   * of any status.
   */
  refuseWhileChosen(tx: Transaction, material: MaterialName, skus: readonly SkuName[]): Promise<void>;
  /**
   * The lines of the latest versions, newest first, as many as fit into one message. `others`: bytes of the rest of the
   * message.
   */
  latestContents(orgId: string, versions: readonly Sized[], others: number): Promise<VersionContent[]>;
}

type MaterialName = { id: string };
type SkuName = { id: string; code: string | null };
type Sized = Pick<BomVersion, 'id' | 'lineItemCount'>;

export interface BomStore extends Pick<ReferenceRules<Bom>, 'references' | 'remote'> {
  store: Store;
  /** The style and the exchange rates that a BOM is shown with. */
  dependencies: Pick<BomDependencies, 'style' | 'rates'>;
  /** Ids of the styles whose name or refId contains `text`. */
  stylesNamed(orgId: string, text: string, waitLimit: WaitLimit): Promise<string[]>;
}

const COLLECTION = 'boms';

/** Maximum number of versions that are looked up for a material, as for the names of a search. */
const MAX_WITH_MATERIAL = 10_000;
/** Ids in one query. */
const BATCH = 1_000;

/** Maximum number of lines that are read for one message. */
const MESSAGE_LINES = 2_000;

const contentSchema = new Schema<StoredContent>(
  {
    _id: String,
    orgId: String,
    bomId: String,
    lineItems: Schema.Types.Mixed,
    frozenRates: Schema.Types.Mixed,
  },
  { collection: 'bom_versions', versionKey: false },
)
  .index({ orgId: 1, bomId: 1 })
  .index({ orgId: 1, 'lineItems.chosenAssignedSkuId': 1 });

/** The ids are new, so no error of an insert is the caller's fault. */
const rethrow = (error: unknown): never => {
  throw error;
};

export function bomRepository({ store, references, remote, dependencies, stylesNamed }: BomStore): BomRepository {
  const records = openRecords<Bom>({
    store,
    resource: 'BOM',
    collection: COLLECTION,
    fields: {
      documentId: String,
      styleId: String,
      createdById: String,
      versions: Schema.Types.Mixed,
      status: String,
    },
    // Weighed, because the texts of all versions of a BOM may be megabytes.
    list: { sorts: ['createdAt'], filters: ['styleId', 'status'], isWeighed: true },
    // Searches by the style's name use the style itself. A copy of the name would have to be updated.
    holding: async (orgId, text, waitLimit) => ({
      $or: [containingInAscii(text, 'documentId'), { styleId: { $in: await stylesNamed(orgId, text, waitLimit) } }],
    }),
    unique: ['documentId'],
    references: {
      references,
      ...(remote && { remote }),
      kind: 'bom',
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf: ({ styleId }) => [`style:${styleId}`],
    },
  });
  const model = modelOf(store.connection, 'BomContent', contentSchema);
  const inserting: Insertable<StoredContent> = { model, refuse: rethrow };

  async function loadContents(scope: ReadScope, ids: readonly string[]): Promise<VersionContent[]> {
    const options = { raw: true, ...sessionOf(scope) };
    const found = await model.collection.find({ _id: { $in: ids }, orgId: scope.orgId } as never, options).toArray();
    const contents: VersionContent[] = [];
    for (const bytes of found as unknown as Uint8Array[]) contents.push(await readContent(bytes));
    return contents;
  }

  async function stateOf(tx: Transaction, bom: Bom, versions: ReturnType<VersionsOf>): Promise<BomState> {
    const ids = new Set([latestOf(bom), ...versions].flatMap((version) => version?.id ?? []));
    const contents = await loadContents(tx, [...ids]);
    const context = await bomContextOf(tx, bom, dependencies);
    return { bom, contents: new Map(contents.map((content) => [content.id, content])), context };
  }

  /**
   * Returns the size in bytes. Writes without mongoose, whose casting of 2,000 lines would take longer than the rest of
   * the write.
   */
  async function saveContent(
    { id, ...fields }: VersionContent,
    isNew: boolean,
    session: ClientSession,
  ): Promise<number> {
    const stored: StoredContent = { _id: id, ...fields };
    const bytes = await checkedSize(stored);
    if (isNew) await insertOneRaw(model, stored, session);
    else await replaceOneRaw(model, stored, { orgId: stored.orgId }, session);
    return bytes;
  }

  /** Stores the references of a version's lines. The version itself is the source. */
  async function refer(bom: Bom, content: VersionContent, isNew: boolean, session: ClientSession): Promise<void> {
    const version = bom.versions.find(({ id }) => id === content.id) as BomVersion;
    const source = { ...sourceOf(bom, version), targets: targetsOf(content) };
    await references.set(session, [source], isNew ? { fresh: true } : {});
  }

  /** Conflicts with a transaction that removes a SKU which the lines newly choose. */
  async function choose(content: VersionContent, before: BomState, session: ClientSession): Promise<void> {
    const known = new Set([...before.contents.values()].flatMap(chosenSkus));
    const targets = chosenSkus(content).filter((target) => !known.has(target));
    await references.lockShared(
      session,
      targets.map((target) => ({ orgId: content.orgId, target })),
    );
  }

  /** Returns the BOM with the sizes of the saved versions. */
  async function saveChanged(before: BomState, after: BomState, session: ClientSession): Promise<Bom> {
    const sizes = new Map<string, number>();
    for (const content of after.contents.values()) {
      const earlier = before.contents.get(content.id);
      if (content === earlier) continue;
      sizes.set(content.id, await saveContent(content, !earlier, session));
      if (content.lineItems === earlier?.lineItems) continue;
      await refer(after.bom, content, !earlier, session);
      await choose(content, before, session);
    }
    return sizes.size === 0 ? after.bom : withSizes(after.bom, sizes);
  }

  async function withMaterial(orgId: string, materialId: string): Promise<string[]> {
    const wanted = { kinds: ['bom'], limit: MAX_WITH_MATERIAL };
    const { users, total } = await references.newestUsers(orgId, `material:${materialId}`, wanted);
    if (total > MAX_WITH_MATERIAL) {
      const why = `${total} versions have the material; at most ${MAX_WITH_MATERIAL} are looked up`;
      throw invalidField(['query', 'materialId'], why, materialId);
    }
    const versions = users.map(({ source }) => source.slice(source.indexOf(':') + 1));
    return valuesIn(model.collection, orgId, versions, 'bomId');
  }

  return {
    get: records.get,
    list: records.list,
    reserve: records.reserve,
    withMaterial,
    async stylesWithMaterial(orgId, materialId) {
      const boms = store.connection.collection(COLLECTION);
      return valuesIn(boms, orgId, await withMaterial(orgId, materialId), 'styleId');
    },
    async add(tx, state) {
      await tx.insert(
        inserting,
        [...state.contents.values()].map(({ id, ...fields }) => ({ _id: id, ...fields })),
      );
      await records.add(tx, { state: state.bom, event: createdEvent(state) });
    },
    async load(tx, key, versionsOf = () => []) {
      const bom = await records.load(tx, key);
      return stateOf(tx, bom, versionsOf(bom));
    },
    loadReserved: async (tx, key, reserved) => stateOf(tx, await records.load(tx, key, reserved), []),
    async save(tx, before, change) {
      const event = changeEvent(before, change);
      const bom = await saveChanged(before, change.state, tx.session);
      await records.save(tx, before.bom, { state: bom, event });
      return { ...change.state, bom };
    },
    async remove(tx, before, reserved) {
      const { bom } = before;
      const sources = bom.versions.map((version) => ({ ...sourceOf(bom, version), targets: [] }));
      await references.set(tx.session, sources);
      await model.collection.deleteMany({ orgId: bom.orgId, bomId: bom.id } as never, { session: tx.session });
      return records.remove(tx, { state: bom, event: deletedEvent(before) }, reserved);
    },
    async content(orgId, { id }) {
      const [content] = await loadContents({ orgId }, [id]);
      if (!content) throw notFound('BOM version');
      return content;
    },
    async refuseWhileChosen(tx, { id }, skus) {
      const { orgId, session } = tx;
      if (skus.length === 0) return;
      const ids = skus.map((sku) => sku.id);
      await references.lock(session, orgId, ids.map(nameOfSku));
      const choice = { chosenAssignedMaterialId: id, chosenAssignedSkuId: { $in: ids } };
      // The first condition lets the database use the index on this path.
      const chosen = { 'lineItems.chosenAssignedSkuId': { $in: ids }, lineItems: { $elemMatch: choice } };
      const contents = model.collection.find({ orgId, ...chosen } as never, { session, projection: { bomId: 1 } });
      const found = (await contents.limit(MAX_NAMED + 1).toArray()) as unknown as { _id: string; bomId: string }[];
      if (found.length === 0) return;
      const names = new Map(found.map((version) => [version._id, version.bomId]));
      const boms = await records.findMany(tx, [...names.values()]);
      const versions = boms.flatMap(({ versions: all }) => all.filter((version) => names.has(version.id)));
      const resource = skus.length === 1 ? `SKU ${skus[0]?.code ?? skus[0]?.id}` : 'One of the removed SKUs';
      throw inUse(
        resource,
        versions.map(({ documentId }) => ({ kind: 'bom', name: documentId })),
      );
    },
    async latestContents(orgId, versions, others) {
      const wanted = fitting(versions.toReversed(), ({ lineItemCount }) => lineItemCount, MESSAGE_LINES);
      const ids = wanted.map(({ id }) => id);
      const contents = new Map((await loadContents({ orgId }, ids)).map((content) => [content.id, content]));
      const found = ids.flatMap((id) => contents.get(id) ?? []);
      // A message has each line twice, and the texts of versions once. So `others` counts half.
      return fitting(found, sizeOf, MAX_VERSION_BYTES - others / 2);
    },
  };
}

/** The values of a field of these documents, each once. */
async function valuesIn(
  collection: Pick<Collection, 'find'>,
  orgId: string,
  ids: readonly string[],
  field: string,
): Promise<string[]> {
  const values = new Set<string>();
  for (let from = 0; from < ids.length; from += BATCH) {
    const filter = { _id: { $in: ids.slice(from, from + BATCH) }, orgId };
    const found = await collection.find(filter as never, { projection: { [field]: 1 } }).toArray();
    for (const one of found) values.add(one[field]);
  }
  return [...values];
}

const sourceOf = ({ orgId }: Bom, { id, documentId, status, createdAt }: BomVersion) => ({
  orgId,
  record: `bom_version:${id}` as const,
  kind: 'bom',
  name: documentId,
  // The status when the lines last changed. It is never shown.
  status,
  createdAt,
});

const nameOfSku = (id: string): RecordName => `material_sku:${id}`;

/** The chosen SKUs, each once. */
function chosenSkus({ lineItems }: VersionContent): RecordName[] {
  const ids = new Set(lineItems.flatMap(({ chosenAssignedSkuId }) => chosenAssignedSkuId ?? []));
  return [...ids].map(nameOfSku);
}

export function targetsOf({ lineItems }: Pick<VersionContent, 'lineItems'>): RecordName[] {
  const targets = new Set<RecordName>();
  for (const { assignedMaterialOptions } of lineItems) {
    for (const { materialId, supplierId } of assignedMaterialOptions) {
      if (materialId !== null) targets.add(`material:${materialId}`);
      if (supplierId !== null) targets.add(`supplier:${supplierId}`);
    }
  }
  return [...targets];
}

const withSizes = (bom: Bom, sizes: ReadonlyMap<string, number>): Bom => ({
  ...bom,
  versions: bom.versions.map((version) => {
    const contentBytes = sizes.get(version.id);
    return contentBytes === undefined ? version : { ...version, contentBytes };
  }),
});
