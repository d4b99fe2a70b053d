import { type ClientSession, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { findPage, type Page, type PageQuery } from '#chassis/mongo/list.ts';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { openTotals } from '#chassis/mongo/totals.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import { type DateRange, inRanges } from '#chassis/records/date-ranges.ts';
import { type AuditEntry, resourceOf } from './domain/audit-entry.ts';

export interface AuditQuery extends Omit<PageQuery, 'filter' | 'sort' | 'total'> {
  sort: 'at' | '-at';
  actor?: string | undefined;
  recordId?: string | undefined;
  /** An action, or `<resource>.*`. */
  action?: string | undefined;
  /** Ranges of `created_at`. */
  ranges?: readonly DateRange[];
}

/** Append-only: entries cannot be changed or removed. */
export interface AuditLog {
  /**
   * Appends entries in the transaction of `session`, or in a transaction of its own. An entry whose id is already
   * stored is ignored.
   */
  append(entries: AuditEntry[], session?: ClientSession): Promise<void>;
  list(orgId: string, query: AuditQuery, waitLimit?: WaitLimit): Promise<Page<AuditEntry>>;
}

interface StoredEntry extends Omit<AuditEntry, 'id'> {
  _id: string;
  /** For the filter `<resource>.*`. */
  resource: string;
}

const COLLECTION = 'audit_log';
const LISTING = { list: { dates: { created_at: (moment: number) => new Date(moment) } } };

const schema = new Schema<StoredEntry>(
  {
    _id: String,
    orgId: String,
    action: String,
    resource: String,
    actor: String,
    recordType: String,
    recordId: String,
    at: Date,
    address: String,
    requestId: String,
    changed: [String],
  },
  { collection: COLLECTION, versionKey: false },
)
  .index({ orgId: 1, at: -1, _id: -1 })
  .index({ orgId: 1, actor: 1, at: -1, _id: -1 })
  .index({ orgId: 1, recordId: 1, at: -1, _id: -1 })
  .index({ orgId: 1, action: 1, at: -1, _id: -1 })
  .index({ orgId: 1, resource: 1, at: -1, _id: -1 });

export function auditLog(store: Store): AuditLog {
  const model = modelOf<StoredEntry>(store.connection, 'AuditEntry', schema);
  const totals = openTotals(store);

  async function append(entries: AuditEntry[], session: ClientSession): Promise<void> {
    const ids = entries.map(({ id }) => id);
    const known = await model.find({ _id: { $in: ids } }, { _id: 1 }, { session }).lean();
    const fresh = new Map(entries.map((entry) => [entry.id, entry]));
    for (const { _id } of known) fresh.delete(_id);
    if (fresh.size === 0) return;
    const documents = [...fresh.values()].map(toStored);
    await insertMany(model, documents, session);
    const slot = totals.lendSlot('');
    session.once('ended', () => totals.returnSlot(slot, ''));
    const changes = documents.map(({ orgId }) => ({ orgId, collection: COLLECTION, delta: 1 }));
    await totals.add(session, changes, slot);
  }

  /** If another process appends the same entries at the same time, the second attempt finds them. */
  async function appendAlone(entries: AuditEntry[]): Promise<void> {
    const attempt = () => store.transaction((session) => append(entries, session));
    await attempt().catch((error) => (isDuplicateKey(error) ? attempt() : Promise.reject(error)));
  }

  return {
    append: (entries, session) => (session ? append(entries, session) : appendAlone(entries)),
    async list(orgId, { actor, recordId, action, ranges = [], ...paging }, waitLimit) {
      const { created_at: at } = inRanges(LISTING, ranges);
      const narrowing = {
        ...(actor !== undefined && { actor }),
        ...(recordId !== undefined && { recordId }),
        ...(action !== undefined && actionFilter(action)),
        ...(at && { at }),
      };
      const total = Object.keys(narrowing).length === 0 ? 'kept' : 'counted';
      const page = await findPage(model, { ...paging, filter: { orgId, ...narrowing }, total }, waitLimit);
      return { ...page, data: page.data.map(toEntry) };
    },
  };
}

const actionFilter = (action: string) => (action.endsWith('.*') ? { resource: resourceOf(action) } : { action });

const toStored = ({ id, ...entry }: AuditEntry): StoredEntry => ({
  _id: id,
  ...entry,
  resource: resourceOf(entry.action),
});

const toEntry = ({ _id, resource: _, ...entry }: StoredEntry): AuditEntry => ({ id: _id, ...entry });
