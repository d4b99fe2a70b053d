import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';

/** The key that signs an org's webhooks (decisions 5: Signing). */
export interface OrgKey {
  orgId: string;
  /** RFC 7638 thumbprint. */
  kid: string;
  /** The public half, as in a JSON Web Key (RFC 8037). */
  x: string;
  privateKey: KeyObject;
  createdAt: Date;
}

export async function makeOrgKey(orgId: string, now: Date): Promise<OrgKey> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  if (x === undefined) throw new Error('An Ed25519 public key has an x');
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
  return { orgId, kid, x, privateKey, createdAt: now };
}

/** The private key as PKCS #8, for encryption. */
export function exportPrivateKey({ privateKey }: OrgKey): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' });
}

export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}
