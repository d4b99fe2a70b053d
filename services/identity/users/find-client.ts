import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';

/** Milliseconds kept for the way back, so that the caller hears that product is down and not that identity is slow. */
const REPLY_MARGIN = 250;

/** The id of a client of the caller's org. Errors: validation_failed when there is none; upstream_unavailable. */
export type FindClient = (id: string, call: Call) => Promise<string>;

/** Asks product, on behalf of the caller. */
export function createFindClient(clients: Pick<RpcClient<'product', 'ClientService'>, 'getClient'>): FindClient {
  return async (id, { context, traceparent, deadline }) => {
    const options: CallOptions = { context: { ...context }, traceparent, deadline: deadline - REPLY_MARGIN };
    try {
      const { record } = await clients.getClient({ id }, options);
      if (record) return record.id;
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error;
    }
    throw unknownClient(id);
  };
}

function unknownClient(id: string): AppError {
  const error = 'there is no such client; POST /api/v1/clients creates one';
  const issue = { type: 'value_error', loc: ['body', 'client_id'], msg: `Value error, ${error}`, input: id };
  return new AppError('validation_failed', error, { issues: [{ ...issue, ctx: { error } }] });
}
