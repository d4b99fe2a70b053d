import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** The key that signs an org's webhooks (decisions 5: Signing). */
export interface OrgKey {
  orgId: string;
  kid: string;
  /** The public half, as in a JSON Web Key (RFC 8037). */
  x: string;
  privateKey: KeyObject;
  createdAt: Date;
}

export function makeOrgKey(orgId: string, now: Date): OrgKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  if (x === undefined) throw new Error('An Ed25519 public key has an x');
  return { orgId, kid: thumbprint(x), x, privateKey, createdAt: now };
}

/** PKCS #8, for sealing. */
export function exportPrivateKey({ privateKey }: OrgKey): Buffer {
  return privateKey.export({ format: 'der', type: 'pkcs8' });
}

export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

/** RFC 7638. */
function thumbprint(x: string): string {
  const canonical = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(canonical).digest('base64url');
}
