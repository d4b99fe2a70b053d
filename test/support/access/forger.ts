import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { openStore } from '#chassis/mongo/mongo.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { signingKeyRepository } from '../../../services/identity/signing-keys/repository.ts';
import type { Instance } from '../system/instance.ts';

/** Makes tokens with the very key that the system signs with. */
export interface Forger {
  /** `token` with other claims, signed as the system would. */
  sign(token: string, changes: JWTPayload): Promise<string>;
}

/** Takes the signing keys out of identity's database, as only identity itself can. */
export async function createForger({ run, secrets, databasePrefix }: Instance): Promise<Forger> {
  const store = await openStore({
    url: run.mongodb.url,
    database: `${databasePrefix}_identity`,
    encryptionKeys: [secrets.processes.identity?.encryptionKey ?? ''],
    logger: createLogger('test', 'silent'),
  });
  await store.start();
  const keys = await signingKeyRepository(store).all();
  await store.close();
  return {
    async sign(token, changes) {
      const { kid = '' } = decodeProtectedHeader(token);
      const key = keys.find((one) => one.kid === kid);
      if (!key) throw new Error(`No signing key is called ${kid}`);
      const claims = { ...decodeJwt(token), ...changes };
      return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' }).sign(key.privateKey);
    },
  };
}

/** `token` with a claim changed and the signature that it had. */
export function tamperedWith(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [header, encoded({ ...claims, role: 'admin', sub: '000000000000000000000000' }), signature].join('.');
}

/** The claims of `token`, signed by nobody. */
export function unsigned(token: string): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
