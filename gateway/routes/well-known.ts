import { z } from 'zod';
import { plain } from '../answers.ts';
import { type Route, route } from '../route.ts';
import type { SigningKey, SigningKeys } from '../signing-keys.ts';

const tag = 'Keys';

/** A public Ed25519 key (RFC 8037). */
const Jwk = z.strictObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
  kid: z.string(),
  x: z.string(),
});

const Jwks = z.strictObject({ keys: z.array(Jwk) });

export const wellKnownRoutes = (signingKeys: Pick<SigningKeys, 'list'>): Route[] => [
  route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'listTokenKeys',
    tag,
    summary: 'The keys that verify access tokens',
    role: 'public',
    answer: plain(Jwks),
    handle: async () => jwks(await signingKeys.list()),
  }),
  route({
    method: 'GET',
    path: '/.well-known/webhook-keys/{org_id}.json',
    operationId: 'listWebhookKeys',
    tag,
    summary: "The keys that verify an org's webhooks (signature v1a)",
    description: 'Empty for an org that is not known.',
    role: 'public',
    resource: 'Org',
    answer: plain(Jwks),
    handle: async ({ webhooks }, { params, call }) =>
      jwks((await webhooks.listWebhookKeys({ org_id: params.org_id }, call)).keys),
  }),
];

function jwks(keys: SigningKey[]): z.output<typeof Jwks> {
  return { keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x })) };
}
