import { unary } from '#chassis/rpc/grpc-server.ts';
import { ListWebhookKeysRequest } from '#proto/notification/v1/contract.ts';
import type { KeyRepository } from './repository.ts';

export function keyHandlers(keys: KeyRepository) {
  return {
    ListWebhookKeys: unary(
      ListWebhookKeysRequest,
      async ({ org_id }) => {
        const key = await keys.publicKey(org_id);
        return { keys: key ? [key] : [] };
      },
      { anonymous: true },
    ),
  };
}
