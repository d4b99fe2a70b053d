import { z } from 'zod';
import type { SigningKey, SigningKeys } from '../../auth/signing-keys.ts';
import { plain } from '../../routing/answers.ts';
import { type Route, route } from '../../routing/route.ts';

const tag = 'Keys';

/** A public Ed25519 key (RFC 8037). */
const Jwk = z.strictObject({
  kty: z.literal('OKP').describe('An octet key pair.'),
  crv: z.literal('Ed25519').describe('Its curve.'),
  use: z.literal('sig').describe('It verifies signatures.'),
  alg: z.literal('EdDSA').describe('By this algorithm.'),
  kid: z.string().describe('By which a signature names it.'),
  x: z.string().describe('The public key, in base64url.'),
});

const Jwks = z.strictObject({ keys: z.array(Jwk).describe('Those in force, and those that were lately.') });

export const wellKnownRoutes = (signingKeys: Pick<SigningKeys, 'list'>): Route[] => [
  route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    operationId: 'listTokenKeys',
    tag,
    summary: 'The keys that verify access tokens',
    description: 'A JSON Web Key Set (RFC 7517). A token names its key by `kid`.',
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
    description: 'The list is empty if the org does not exist.',
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
