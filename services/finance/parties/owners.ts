import { notFound } from '#chassis/domain/errors.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { Owner } from './directory.ts';

/** Milliseconds kept for the way back, so that the caller hears that product is down and not that finance is slow. */
const REPLY_MARGIN = 250;

/** Asks product, on behalf of the caller: what the caller may not see is not found. */
export function clientOwner(clients: Pick<RpcClient<'product', 'ClientService'>, 'getClient'>): Owner {
  return async (id, call) => {
    const { context, deadline, traceparent } = call;
    const { record, revision } = await clients.getClient(
      { id },
      { context, traceparent, deadline: deadline - REPLY_MARGIN },
    );
    if (!record) throw notFound('Client');
    return {
      key: { orgId: call.principal.orgId, kind: 'client', id: record.id },
      revision,
      is: 'named',
      name: record.name,
    };
  };
}
