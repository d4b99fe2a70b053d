import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';

/**
 * Milliseconds that are left for the reply. The rpc to product ends this much before the caller's deadline, so that the
 * caller gets an error about product instead of a timeout of identity.
 */
const REPLY_MARGIN = 250;

/**
 * Finds a client of the caller's org, and returns its id. Errors: validation_failed if there is none;
 * upstream_unavailable when product cannot be reached.
 */
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
