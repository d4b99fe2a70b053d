import type { RpcClient } from '#chassis/grpc-client.ts';
import { inUse } from '#chassis/references.ts';
import type { Elsewhere } from '#chassis/release.ts';

/** Milliseconds kept for the delete itself, so that its caller hears that a peer is down and not that product is slow. */
const WAY_BACK = 3_000;

type Peer = Pick<RpcClient<'common', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;

/** Asks the peers in turn, on behalf of the caller, before a record goes that theirs may refer to. */
export function askElsewhere(...peers: Peer[]): Elsewhere {
  type Keep = Elsewhere['keep'];
  const keepAt = async (asked: Peer[], { context, traceparent }: Parameters<Keep>[0], targets: Parameters<Keep>[1]) => {
    await Promise.allSettled(asked.map((peer) => peer.keepRecords({ targets }, { context, traceparent })));
  };
  return {
    async release(call, targets, resource) {
      const { context, traceparent, deadline } = call;
      const released: Peer[] = [];
      try {
        for (const peer of peers) {
          const options = { context, traceparent, deadline: deadline - WAY_BACK };
          const { users } = await peer.releaseRecords({ targets }, options);
          if (users.length > 0) throw inUse(resource, users);
          released.push(peer);
        }
      } catch (error) {
        await keepAt(released, call, targets);
        throw error;
      }
    },
    keep: (call, targets) => keepAt(peers, call, targets),
  };
}
