import { AppError } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';

/** Milliseconds until a count is given up. A page shows the other counts then. */
const PATIENCE = 2_000;

/** The number of records of a list; null with the reason if the service could not say it in time. */
export async function waitingCount(
  read: (call: CallOptions) => Promise<{ total: number }>,
  call: CallOptions,
): Promise<{ count: number | null; reason: string | null }> {
  const latest = Date.now() + PATIENCE;
  try {
    const { total } = await read({ ...call, deadline: Math.min(call.deadline ?? latest, latest) });
    return { count: total, reason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { count: null, reason: error.message };
  }
}
