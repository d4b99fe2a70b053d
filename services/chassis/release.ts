import { AppError } from './errors.ts';
import type { RecordName } from './references.ts';
import type { WriteCall } from './write.ts';

/** Another service whose documents may refer to this one's records, and that is asked before one goes (decisions 4). */
export interface Elsewhere {
  /**
   * Where nothing there refers to any of the targets, nothing will for a minute.
   * Errors: in_use naming what does; upstream_unavailable when the service cannot be asked.
   */
  release(call: WriteCall, targets: RecordName[], resource: string): Promise<void>;
  /** They stay after all. */
  keep(call: WriteCall, targets: RecordName[]): Promise<void>;
}

/** Runs `work`, which deletes the targets, between asking and, where it failed, taking it back. */
export async function released<T>(
  elsewhere: Elsewhere,
  { call, targets, resource }: { call: WriteCall; targets: RecordName[]; resource: string },
  work: () => Promise<T>,
): Promise<T> {
  await elsewhere.release(call, targets, resource);
  try {
    return await work();
  } catch (error) {
    // One that may be gone is not taken back: the other side does so by itself, when it hears nothing for a minute.
    const mayBeGone = error instanceof AppError && error.code === 'outcome_unknown';
    if (!mayBeGone) await elsewhere.keep(call, targets).catch(() => undefined);
    throw error;
  }
}
