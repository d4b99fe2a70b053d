import type { RpcClient } from '#chassis/grpc-client.ts';
import { inUse } from '#chassis/references.ts';
import type { Elsewhere } from '#chassis/release.ts';

/** Milliseconds kept for the delete itself, so that its caller hears that finance is down and not that product is slow. */
const WAY_BACK = 3_000;

type Finance = Pick<RpcClient<'finance', 'ReleaseService'>, 'releaseRecords' | 'keepRecords'>;

/** Asks finance, on behalf of the caller, before a record goes that its documents may refer to. */
export function askFinance(finance: Finance): Elsewhere {
  return {
    async release({ context, deadline, traceparent }, targets, resource) {
      const { users } = await finance.releaseRecords(
        { targets },
        { context, traceparent, deadline: deadline - WAY_BACK },
      );
      if (users.length > 0) throw inUse(resource, users);
    },
    async keep({ context, traceparent }, targets) {
      await finance.keepRecords({ targets }, { context, traceparent });
    },
  };
}
