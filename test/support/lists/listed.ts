import type { RecordState } from '#chassis/domain/record.ts';
import type { RecordStore, Records } from '#chassis/records/records.ts';

/** The facts of a record. `documentId`: of resources that number their records. */
export interface Origin {
  id: string;
  orgId: string;
  documentId: string;
  now: Date;
}

/** Dates and amounts of the list, beside its sorts. */
interface Dated {
  otherSorts?: readonly string[];
  ranges?: readonly string[];
}

/** A list, with records to fill it and a rare value of each filter. */
export interface Listed {
  open(records: RecordStore): Pick<Records<RecordState>, 'list' | 'get'>;
  of: { filters: Record<string, unknown>; sorts: readonly string[]; searches?: readonly string[] } & Dated;
  /** The rare value: what the filter asks for. */
  rare: Record<string, string | boolean>;
  /** Filters that are ranges of a stored field: the records that match are sorted in memory. */
  conditions?: readonly string[];
  /** The sizes of records are asked before they are read. */
  isWeighed?: true;
  /** Names of clients by which a search finds documents: of the rare one, and of that which all others are about. */
  clients?: { rare: string; usual: string };
  make(origin: Origin, name: string, fields: Record<string, never>): RecordState;
}
