import type { ClientSession } from 'mongoose';
import type { WriteCall } from '../unit-of-work/write.ts';
import type { RecordName } from './references.ts';

/** Other services whose documents may refer to this one's records, and that are asked before one goes (decisions 4). */
export interface RemoteReferences {
  /**
   * Runs `remove` while nothing there refers to any of the targets, and nothing can. It removes them in a transaction in
   * which it also calls `settle`, or none of them.
   * Errors: in_use naming what refers to one; upstream_unavailable naming the service that cannot be asked; and what
   * `remove` throws.
   */
  released<T>(departure: Departure, remove: (settle: Settle) => Promise<T>): Promise<T>;
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

/** In the transaction that removes the targets. Errors: upstream_unavailable when others were told meanwhile that they stay. */
export type Settle = (session: ClientSession) => Promise<void>;
