import { unary } from '#chassis/rpc/endpoint.ts';
import { ListSigningKeysRequest } from '#proto/identity/v1/contract.ts';
import type { KeyRing } from './key-ring.ts';

export function signingKeyHandlers(ring: KeyRing) {
  return {
    ListSigningKeys: unary(
      ListSigningKeysRequest,
      async (_request, call) => ({ keys: ring.published(call.now).map(({ kid, x }) => ({ kid, x })) }),
      { anonymous: true },
    ),
  };
}
