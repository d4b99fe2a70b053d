import type { ClientSession } from 'mongoose';
import type { WriteCall } from '../unit-of-work/write.ts';
import type { RecordName } from './references.ts';

/** Other services whose documents may refer to this one's records, and that are asked before one goes (decisions 4). */
export interface RemoteReferences {
  /**
   * Asks them: from then on nothing there refers to any of the targets, and nothing can, until the reservation has ended.
   * Errors: in_use naming what refers to one; upstream_unavailable naming the service that cannot be asked.
   */
  reserve(departure: Departure): Promise<Reserved>;
  /** In a transaction that writes `record`. Errors: upstream_unavailable while it is being deleted. */
  refuseWhileDeleted(session: ClientSession, orgId: string, record: RecordName, resource: string): Promise<void>;
}

/** What is to go. */
export interface Departure {
  call: WriteCall;
  orgId: string;
  /** Names the delete: the same one, asked for again, takes up where it was. */
  name: RecordName;
  targets: RecordName[];
  /** What messages call a target. */
  resource: string;
}

/** What is reserved stays so until the write that removes it has ended. */
export interface Reserved {
  /** In the transaction that removes the targets. Errors: upstream_unavailable when the others were told meanwhile that they stay. */
  settle(session: ClientSession): Promise<void>;
  /** The result of the write. Where it fails the others are told that the targets stay. */
  during<T>(write: Promise<T>): Promise<T>;
}

/** Of what nobody else refers to. */
export const NOTHING_RESERVED: Reserved = { settle: async () => {}, during: (write) => write };
