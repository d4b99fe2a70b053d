import type { RpcClient } from '#chassis/grpc-client.ts';
import { inUse, type RecordName } from '#chassis/references.ts';
import type { Elsewhere } from '#chassis/release.ts';
import type { WriteCall } from '#chassis/write.ts';

/** Milliseconds kept for the delete itself, so that its caller hears that a peer is down and not that product is slow. */
const WAY_BACK = 3_000;

type Peer = Pick<RpcClient<'common', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;

/** Asks the peers in turn, on behalf of the caller, before a record goes that theirs may refer to. */
export function askElsewhere(...peers: Peer[]): Elsewhere {
  return {
    async release(call, targets, resource) {
      const released: Peer[] = [];
      try {
        for (const peer of peers) {
          await release(peer, call, targets, resource);
          released.push(peer);
        }
      } catch (error) {
        await keep(released, call, targets);
        throw error;
      }
    },
    keep: (call, targets) => keep(peers, call, targets),
  };
}

async function release(
  peer: Peer,
  { context, traceparent, deadline }: WriteCall,
  targets: RecordName[],
  resource: string,
) {
  const { users } = await peer.releaseRecords({ targets }, { context, traceparent, deadline: deadline - WAY_BACK });
  if (users.length > 0) throw inUse(resource, users);
}

/** One that cannot be told takes references again by itself, a minute after it was asked. */
async function keep(peers: Peer[], { context, traceparent }: WriteCall, targets: RecordName[]) {
  await Promise.allSettled(peers.map((peer) => peer.keepRecords({ targets }, { context, traceparent })));
}
