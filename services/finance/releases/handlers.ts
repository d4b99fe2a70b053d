import { implement, unary } from '#chassis/grpc-server.ts';
import { ReleaseRequest } from '#proto/finance/v1/contract.ts';
import type { ReleaseRepository } from './repository.ts';

/** decisions 3, Inside: product asks on behalf of whoever deletes. */
const forProduct = { role: 'staff', peers: ['product'] } as const;

export function releaseHandlers(releases: ReleaseRepository) {
  return implement('finance', 'ReleaseService', {
    ReleaseRecords: unary(
      ReleaseRequest,
      async ({ targets }, call) => ({ users: await releases.release(call, targets) }),
      forProduct,
    ),
    KeepRecords: unary(
      ReleaseRequest,
      async ({ targets }, call) => {
        await releases.keep(call, targets);
        return {};
      },
      forProduct,
    ),
  });
}
