import { mongo, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, Outdated } from '#chassis/domain/errors.ts';
import { folded } from '#chassis/domain/folded-text.ts';
import type { Decision, View } from '#chassis/domain/record.ts';
import { isDocumentId, namedBy } from '#chassis/mongo/document-ids.ts';
import { literal } from '#chassis/mongo/list.ts';
import { inTime, type TimeLimit } from '#chassis/mongo/read-limits.ts';
import { beside, type NameSource, namesBeside } from '#chassis/records/names-beside.ts';
import { searchIndex } from '#chassis/records/record-model.ts';
import { openRecords, type Recorded, type RecordStore, type Records, sessionOf } from '#chassis/records/records.ts';
import {
  NOTHING_RESERVED,
  type RecordName,
  type RemoteReferences,
  type Reserved,
} from '#chassis/reference-integrity/references.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { style } from '#proto/product/v1/style.contract.ts';
import { kitChanges } from './domain/kit.ts';
import { bytesOf, type Sku, styleOfSku } from './domain/sku.ts';
import { type Component, droppedSkus, type Style } from './domain/style.ts';

/** A style without its SKUs. */
export type StyleSummary = Pick<Style, 'id' | 'documentId' | 'name' | 'refId' | 'status' | 'createdAt'>;

export interface StyleRepository extends Records<Style> {
  /**
   * Saves a style. `reserved`: the SKUs that may be removed. Errors: as `save` of Records; Outdated if other SKUs would
   * be removed; in_use.
   */
  save(
    tx: Transaction,
    before: Style,
    decision: Decision<Style>,
    reserved?: ReservedSkus,
  ): Promise<Recorded<View<Style>>>;
  /** Reserves SKUs at finance, before the change that removes them. Errors: as `reserve` of Records. */
  reserveSkus(call: Call, style: Style, skus: readonly Sku[]): Promise<ReservedSkus>;
  /** The existing styles, by id or documentId, in no order. */
  summaries(scope: ReadScope, keys: readonly string[]): Promise<StyleSummary[]>;
  /**
   * Ids of the styles whose name or refId contains `text` (decisions 1: Search). Errors: validation_failed if more than
   * MAX_NAMED styles match.
   */
  named(orgId: string, text: string, waitLimit: WaitLimit): Promise<string[]>;
  /** SKUs of any style by id or documentId, each under the key that was asked for, read in the transaction. */
  components(tx: Transaction, keys: readonly string[]): Promise<Map<string, Component>>;
  /**
   * The kit that the SKU is in; undefined if there is none. Until the transaction has ended, putting the SKU into a kit
   * conflicts.
   */
  holderOf(tx: Transaction, sku: Sku): Promise<string | undefined>;
}

/** SKUs that may be removed, because finance has agreed. */
export interface ReservedSkus extends Reserved {
  skus: readonly Sku[];
}

export const NO_SKUS: ReservedSkus = { skus: [], ...NOTHING_RESERVED };
const COLLECTION = 'styles';
/**
 * Maximum number of styles that a search by name may find. All their ids are sent in the query of another collection.
 */
const MAX_NAMED = 10_000;

interface StyleStore extends RecordStore {
  remote: RemoteReferences;
  /** Names of the clients that exist, by id. */
  clientNames: NameSource<string>;
}

export function styleRepository({ store, clientNames, ...others }: StyleStore): StyleRepository {
  const { references, remote } = others;
  const records = openRecords<Style>({
    store,
    resource: style.title,
    collection: COLLECTION,
    names: namesBeside([beside({ id: 'clientId', source: clientNames, names: { clientName: (name) => name } })]),
    namedBy: { clientName: 'clientId' },
    references: {
      ...others,
      kind: style.name,
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf: ({ clientId }) => (clientId === null ? [] : [`client:${clientId}`]),
      partsOf: ({ skus }) => skus.filter(({ isKittedBundle }) => isKittedBundle).map(nameOf),
    },
    // Up to 2,000 SKUs. Mixed, because no field of a SKU needs casting.
    fields: { ...style.stored, colors: [String], sizes: [String], skus: [Schema.Types.Mixed], lastSku: Number },
    list: { sorts: style.sorts, filters: ['clientId', 'status'], searches: style.searches },
    unique: ['documentId', 'refId'],
    lookUps: ['skus.id'],
  });

  async function dropSkus(
    { session }: Transaction,
    before: Style,
    after: Style,
    reserved: ReservedSkus,
  ): Promise<void> {
    const skus = droppedSkus(before, after);
    const known = new Set(reserved.skus.map(({ id }) => id));
    if (skus.some(({ id }) => !known.has(id))) throw new Outdated();
    await reserved.settle(session);
    const resource = skus.length === 1 ? `SKU ${skus[0]?.documentId}` : 'One of the removed SKUs';
    await references.refuseWhileReferred(session, before.orgId, skus.map(nameOf), resource);
  }

  return {
    ...records,
    async save(tx, before, decision, reserved = NO_SKUS) {
      // The reply has all SKUs of the style.
      refuseOutOfTurn(tx.context, bytesOf(decision.state.skus));
      await references.set(tx.session, kitChanges(before, decision.state));
      await dropSkus(tx, before, decision.state, reserved);
      return records.save(tx, before, decision);
    },
    async remove(tx, decision, reserved) {
      // The style's own kits may hold SKUs of the style. They are removed together.
      await references.set(tx.session, kitChanges(decision.state, { ...decision.state, skus: [] }));
      return records.remove(tx, decision, reserved);
    },
    async reserveSkus(call, { id, orgId }, skus) {
      if (skus.length === 0) return NO_SKUS;
      // The name is the same for all SKUs of a style, so that only one change at a time removes SKUs of it.
      const request = { call, orgId, name: `skus:${id}` as const, targets: skus.map(nameOf), resource: 'SKU' };
      return { skus, ...(await remote.reserve(request)) };
    },
    async summaries(scope, keys) {
      const styles = store.connection.collection<StoredSummary>(COLLECTION);
      const projection = { documentId: 1, name: 1, refId: 1, status: 1, createdAt: 1 };
      const found = await styles.find(namedBy(scope.orgId, keys), { projection, ...sessionOf(scope) }).toArray();
      return found.map(({ _id, ...summary }) => ({ id: _id, ...summary }));
    },
    async named(orgId, text, waitLimit) {
      const styles = store.connection.collection<StoredSummary>(COLLECTION);
      // The last line of the search text is the documentId, so the match must end before it (searchTextOf).
      const searchText = { $regex: `${literal(folded(text))}[\\s\\S]*\\n` };
      const options = { projection: { _id: 1 }, hint: searchIndex, limit: MAX_NAMED + 1 };
      const find = (time: TimeLimit) => styles.find({ orgId, searchText }, { ...options, ...time }).toArray();
      const found = await inTime(waitLimit, find);
      if (found.length > MAX_NAMED) throw tooBroad(text);
      return found.map(({ _id }) => _id);
    },
    async components({ orgId, session }, keys) {
      const styles = store.connection.collection<StoredSkus>(COLLECTION);
      const documentIds = keys.map(styleOfSku).filter(isDocumentId);
      const named = { orgId, $or: [{ 'skus.id': { $in: keys } }, { documentId: { $in: documentIds } }] };
      const wanted = new Set(keys);
      const components = new Map<string, Component>();
      const timeSlices = new TimeSlices();
      // Hundreds of styles with thousands of SKUs may match. Only one of them is deserialized at a time.
      const found = styles.find(named, {
        session,
        projection: COMPONENT_FIELDS,
        raw: true,
        batchSize: STYLES_PER_BATCH,
      });
      for await (const bytes of found) {
        await timeSlices.giveWay();
        const style = mongo.BSON.deserialize(bytes as unknown as Buffer) as StoredSkus;
        for (const [key, component] of componentsIn(style, wanted)) components.set(key, component);
      }
      return components;
    },
    async holderOf({ orgId, session }, sku) {
      await references.lock(session, orgId, [nameOf(sku)]);
      const [kit] = await references.usersOfAny(session, orgId, [nameOf(sku)], 1, 'kit');
      return kit?.name;
    },
  };
}

function tooBroad(search: string): AppError {
  const error = `more than ${MAX_NAMED} styles are found; search for more of the name`;
  const issue = { type: 'value_error', loc: ['query', 'search'], msg: `Value error, ${error}`, input: search };
  return new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, ctx: { error } }] });
}

type StoredSummary = Omit<StyleSummary, 'id'> & { _id: string; orgId: string };

/** The fields of a SKU that kits need. Its own kit is left out, because it may be large. */
type StoredSku = Pick<Sku, 'id' | 'documentId' | 'color' | 'size' | 'isKittedBundle'>;

interface StoredSkus {
  _id: string;
  orgId: string;
  documentId: string;
  skus: StoredSku[];
}

const COMPONENT_FIELDS = Object.fromEntries(
  (['id', 'documentId', 'color', 'size', 'isKittedBundle'] satisfies (keyof StoredSku)[]).map((field) => [
    `skus.${field}`,
    1,
  ]),
);
/** Number of styles in one batch of the cursor. */
const STYLES_PER_BATCH = 4;

/** The wanted SKUs of a style, each under the key that was asked for. */
function componentsIn({ _id: styleId, skus }: StoredSkus, keys: ReadonlySet<string>): [string, Component][] {
  return skus.flatMap((sku) =>
    [sku.id, sku.documentId]
      .filter((key) => keys.has(key))
      .map((key): [string, Component] => [key, { ...sku, styleId }]),
  );
}

const nameOf = ({ id }: Pick<Sku, 'id'>): RecordName => `sku:${id}`;
