import { byOrg, type Fault, invariantOf } from '#chassis/invariants/invariant.ts';
import { EVENT_KEPT_MS } from '../events/domain/logged-event.ts';
import type { StoredEvent } from '../events/repository.ts';

type Row = Required<Pick<StoredEvent, '_id' | 'orgId' | 'type' | 'recordId' | 'sequence' | 'receivedAt'>>;

/** Milliseconds: longer than an event can arrive after the next event of its record. */
const MAX_DELAY_MS = 60_000;
const FIELDS = ['orgId', 'type', 'recordId', 'sequence', 'receivedAt'];

/**
 * The logged events of a record have no gap in their sequences. For a record that is younger than the log, its first
 * events exist too. The fault names the event after the gap.
 */
export const sequences = invariantOf<Row>(
  { name: 'sequences', collection: 'events', fields: FIELDS },
  (rows, reader) => {
    const settled = rows.filter(
      ({ receivedAt, sequence }) => receivedAt.getTime() < Date.now() - MAX_DELAY_MS && sequence > 1,
    );
    return byOrg(settled, async (orgId, own) => {
      const before = (row: Row) => ({ type: row.type, recordId: row.recordId, sequence: row.sequence - 1 });
      const wanted = {
        recordId: { $in: own.map(({ recordId }) => recordId) },
        sequence: { $in: own.map(before).map(({ sequence }) => sequence) },
      };
      const found = await reader.find<Row>('events', { orgId, ...wanted }, ['type', 'recordId', 'sequence']);
      const known = new Set(found.map(placeOf));
      const suspects = own.filter((row) => !known.has(placeOf(before(row))));
      // Events of an earlier version get their sequences within a minute (`index-earlier-repository.ts`). Until then
      // nothing is checked.
      if (suspects.length === 0 || (await reader.has('events', { orgId, at: null }))) return [];
      const faults: Fault[] = [];
      for (const row of suspects) {
        const earlier = { orgId, recordId: row.recordId, sequence: { $lt: row.sequence } };
        const logged = await reader.find<Row>('events', earlier, ['type', 'recordId', 'sequence']);
        const last = Math.max(0, ...logged.filter((one) => keyOf(one) === keyOf(row)).map(({ sequence }) => sequence));
        if (last === 0 && !(await isYoung(row._id))) continue;
        const gap = last + 1 === row.sequence - 1 ? `${last + 1}` : `${last + 1} to ${row.sequence - 1}`;
        faults.push({
          orgId,
          record: keyOf(row),
          says: `event ${row._id} has sequence ${row.sequence}, and ${gap} is missing`,
        });
      }
      return faults;

      /** Whether the record is so young that all its events are still in the log. */
      async function isYoung(id: string): Promise<boolean> {
        const [event] = await reader.find<{ payload: string }>('events', { _id: id }, ['payload']);
        const { data = {} } = JSON.parse(event?.payload ?? '{}') as { data?: Record<string, unknown> };
        const created = Date.parse(String(data.createdAt ?? data.created_at));
        return created > Date.now() - EVENT_KEPT_MS + MAX_DELAY_MS;
      }
    });
  },
);

const keyOf = ({ type, recordId }: Pick<Row, 'type' | 'recordId'>) => `${type.slice(0, type.indexOf('.'))} ${recordId}`;

const placeOf = (row: Pick<StoredEvent, 'type'> & { recordId: string; sequence: number }) =>
  `${keyOf(row)} ${row.sequence}`;
