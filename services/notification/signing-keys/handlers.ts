import { unary } from '#chassis/rpc/endpoint.ts';
import { ListWebhookKeysRequest } from '#proto/notification/v1/contract.ts';
import type { KeyRepository } from './repository.ts';

export function keyHandlers(keys: Pick<KeyRepository, 'publicKeys'>) {
  return {
    ListWebhookKeys: unary(
      ListWebhookKeysRequest,
      async ({ org_id }, { now }) => ({ keys: await keys.publicKeys(org_id, now) }),
      { anonymous: true },
    ),
  };
}
