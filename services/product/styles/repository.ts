import { type ClientSession, mongo, Schema } from 'mongoose';
import { Pace } from '#chassis/concurrency/pace.ts';
import { AppError } from '#chassis/domain/errors.ts';
import type { Decision, View } from '#chassis/domain/record.ts';
import { isDocumentId, namedBy } from '#chassis/mongo/document-ids.ts';
import { literal } from '#chassis/mongo/list.ts';
import { searchIndex } from '#chassis/records/record-model.ts';
import {
  type Decide,
  openRecords,
  type Recorded,
  type RecordKey,
  type RecordStore,
  type Records,
} from '#chassis/records/records.ts';
import type { RecordName } from '#chassis/reference-integrity/references.ts';
import type { RemoteReferences, Settle } from '#chassis/reference-integrity/remote-references.ts';
import type { WriteCall, Written } from '#chassis/unit-of-work/write.ts';
import { kitChanges } from './domain/kit.ts';
import type { Sku } from './domain/sku.ts';
import { type Component, droppedSkus, type Style } from './domain/style.ts';

/** A style without what may be large. */
export type StyleSummary = Pick<Style, 'id' | 'documentId' | 'name' | 'refId' | 'status' | 'createdAt'>;

export interface StyleRepository extends Records<Style> {
  /**
   * As `update`, of a change that drops these SKUs: finance is asked before. `key` has the style's id.
   * Errors: conflict when others would go with it by then; in_use.
   */
  updateDropping(
    call: WriteCall,
    key: RecordKey,
    skus: readonly Sku[],
    decide: Decide<Style>,
  ): Promise<Written<Recorded<View<Style>>>>;
  /** Those that exist, by id or documentId, in no order; `session`: as a transaction sees them. */
  summaries(orgId: string, keys: readonly string[], session?: ClientSession): Promise<StyleSummary[]>;
  /** Ids of those whose name or refId contains `text`, in any case. Errors: validation_failed for more than can be named. */
  named(orgId: string, text: string): Promise<string[]>;
  /** SKUs of any style by their ids or documentIds, each under what it was asked by; as the transaction sees them. */
  components(orgId: string, keys: readonly string[], session: ClientSession): Promise<Map<string, Component>>;
  /**
   * In a transaction: the kit that the SKU is in, if any; it comes into none meanwhile.
   */
  holderOf(orgId: string, sku: Sku, session: ClientSession): Promise<string | undefined>;
}

const COLLECTION = 'styles';
/** Styles that a search may name to the query of another collection, which holds all their ids. */
const MAX_NAMED = 10_000;

/** SKUs that may go: finance was asked about them. */
interface Released {
  skus: readonly Sku[];
  settle?: Settle;
}

const NONE: Released = { skus: [] };

export function styleRepository({
  store,
  writer,
  ...others
}: RecordStore & { remote: RemoteReferences }): StyleRepository {
  const { references, remote } = others;
  const records = openRecords<Style>({
    store,
    writer,
    resource: 'Style',
    collection: COLLECTION,
    references: {
      ...others,
      kind: 'style',
      nameOf: ({ documentId, status }) => ({ name: documentId, status }),
      targetsOf: ({ clientId }) => (clientId === null ? [] : [`client:${clientId}`]),
      partsOf: ({ skus }) => skus.filter(({ isKittedBundle }) => isKittedBundle).map(nameOf),
    },
    fields: {
      documentId: String,
      name: String,
      refId: String,
      clientId: String,
      picture: String,
      description: String,
      colors: [String],
      sizes: [String],
      // Up to 2,000, of which none needs casting.
      skus: [Schema.Types.Mixed],
      skuCount: Number,
      lastSku: Number,
      status: String,
    },
    list: {
      sorts: ['createdAt', 'name'],
      filters: ['clientId', 'status'],
      searches: ['name', 'refId', 'documentId'],
    },
    unique: ['documentId', 'refId'],
    lookUps: ['skus.id'],
  });

  async function dropSkus(session: ClientSession, before: Style, after: Style, released: Released): Promise<void> {
    const skus = droppedSkus(before, after);
    const known = new Set(released.skus.map(({ id }) => id));
    if (skus.some(({ id }) => !known.has(id))) throw changedMeanwhile();
    await released.settle?.(session);
    const resource = skus.length === 1 ? `SKU ${skus[0]?.documentId}` : 'One of the SKUs that go';
    await references.refuseWhileReferred(session, before.orgId, skus.map(nameOf), resource);
  }

  /** What goes along with a change of a style, in its transaction. */
  const changing =
    <More>(decide: Decide<Style, More>, released = NONE): Decide<Style, More> =>
    async (before, session) => {
      const decision = await decide(before, session);
      await references.set(session, kitChanges(before, decision.state));
      await dropSkus(session, before, decision.state, released);
      return decision;
    };

  return {
    ...records,
    update: (call, key, decide) => records.update(call, key, changing(decide)),
    updateDropping(call, key, skus, decide) {
      if (skus.length === 0) return records.update(call, key, changing(decide));
      // Of a style's SKUs, one drop at a time.
      const name: RecordName = `skus:${key.id}`;
      const departure = { call, orgId: key.orgId, name, targets: skus.map(nameOf), resource: 'SKU' };
      return remote.released(departure, (settle) => records.update(call, key, changing(decide, { skus, settle })));
    },
    delete: (call, key, decide) =>
      records.delete(call, key, async (before, session): Promise<Decision<Style>> => {
        // Its own kits may hold its own SKUs, and go with it.
        await references.set(session, kitChanges(before, { ...before, skus: [] }));
        return decide(before, session);
      }),
    async summaries(orgId, keys, session) {
      const styles = store.connection.collection<StoredSummary>(COLLECTION);
      const projection = { documentId: 1, name: 1, refId: 1, status: 1, createdAt: 1 };
      const found = await styles.find(namedBy(orgId, keys), { projection, ...(session && { session }) }).toArray();
      return found.map(({ _id, ...summary }) => ({ id: _id, ...summary }));
    },
    async named(orgId, text) {
      const styles = store.connection.collection<StoredSummary>(COLLECTION);
      // Of what a search reads the last line is the documentId: what is meant ends before it.
      const searchText = { $regex: `${literal(text)}[\\s\\S]*\\n`, $options: 'i' };
      const options = { projection: { _id: 1 }, hint: searchIndex, limit: MAX_NAMED + 1 };
      const found = await styles.find({ orgId, searchText }, options).toArray();
      if (found.length > MAX_NAMED) throw tooBroad(text);
      return found.map(({ _id }) => _id);
    },
    async components(orgId, keys, session) {
      const styles = store.connection.collection<StoredSkus>(COLLECTION);
      const documentIds = keys.map(styleOfSku).filter(isDocumentId);
      const named = { orgId, $or: [{ 'skus.id': { $in: keys } }, { documentId: { $in: documentIds } }] };
      const wanted = new Set(keys);
      const components = new Map<string, Component>();
      const pace = new Pace();
      // Hundreds of styles may be named, each of thousands of SKUs: one is held at a time.
      const found = styles.find(named, { session, projection: COMPONENT_FIELDS, raw: true, batchSize: STYLES_AT_ONCE });
      for await (const bytes of found) {
        await pace.breathe();
        const style = mongo.BSON.deserialize(bytes as unknown as Buffer) as StoredSkus;
        for (const [key, component] of componentsIn(style, wanted)) components.set(key, component);
      }
      return components;
    },
    async holderOf(orgId, sku, session) {
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

/** What a kit says of a SKU; its own kit, which may be large, is not among it. */
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
/** Styles of a kit's SKUs that are read at once. */
const STYLES_AT_ONCE = 4;

/** Those of a style that are asked for, each under what it is asked by. */
function componentsIn({ _id: styleId, skus }: StoredSkus, keys: ReadonlySet<string>): [string, Component][] {
  return skus.flatMap((sku) =>
    [sku.id, sku.documentId]
      .filter((key) => keys.has(key))
      .map((key): [string, Component] => [key, { ...sku, styleId }]),
  );
}

const changedMeanwhile = () => new AppError('conflict', 'The style was changed meanwhile; send the change again');

const nameOf = ({ id }: Pick<Sku, 'id'>): RecordName => `sku:${id}`;
/** A SKU's documentId begins with its style's. */
const styleOfSku = (documentId: string) => documentId.replace(/-\d+$/, '');
