import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { SignJWT } from 'jose';
import { Agent, request } from 'undici';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createAuthority, issueCertificate, loadAuthority } from '../../../deploy/local/certificates/authority.ts';
import { allRoutes, createApp } from '../../../gateway/app.ts';
import { createApiKeys } from '../../../gateway/auth/api-keys.ts';
import { createAuthenticator, membershipFinder } from '../../../gateway/auth/authenticator.ts';
import type { SigningKey, SigningKeys } from '../../../gateway/auth/signing-keys.ts';
import { createTokens } from '../../../gateway/auth/tokens.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../gateway/http/gateway.ts';
import { createListener } from '../../../gateway/http/listener.ts';
import { createLimiter } from '../../../gateway/rate-limits/limits.ts';
import { type FakeServices, fakeServices } from './fake-services.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signingKey: SigningKey = { kid: 'key-1', x: publicKey.export({ format: 'jwk' }).x as string };
const config = {
  ENCRYPTION_KEY: [Buffer.alloc(32, 7).toString('base64')],
  TRUSTED_PROXIES: [] as string[],
  MAX_CONNECTIONS: 2_000,
  MAX_CONNECTIONS_PER_ADDRESS: 1_000,
  HANDSHAKE_TIMEOUT_MS: 5_000,
  CORS_ORIGINS: ['https://shop.example'],
  RATE_LIMIT_USER: 1_000_000,
  RATE_LIMIT_ANONYMOUS: 1_000_000,
};

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: Record<string, unknown>;
}

export interface Sent {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | object;
  /** Role of the token; undefined: no credential. */
  as?: 'client' | 'staff' | 'admin';
  /** Aborted when the caller leaves. */
  signal?: AbortSignal;
}

export interface RunningGateway {
  url: string;
  services: FakeServices;
  gateway: Gateway;
  send(path: string, sent?: Sent): Promise<Answer>;
  /** Sends bytes, and returns everything that the gateway sends until it closes the connection. */
  exchange(bytes: string): Promise<string>;
  close(): Promise<void>;
}

const signingKeys = {
  find: async (kid: string) => (kid === 'key-1' ? await verificationKey() : undefined),
  list: async () => [signingKey],
};
/** Built once, because the API reference and its page take longer to build than most tests run. */
const routes = allRoutes({ publicUrl: 'https://localhost:8443', version: '0.0.0', signingKeys });

/** Creates a gateway that does not listen yet. Its services are fakes in this process. */
export function makeGateway(
  settings: Partial<typeof config> = {},
  parts: Pick<GatewayOptions, 'limiter' | 'bodies'> = {},
) {
  const services = fakeServices();
  // The limiter's clock stands still, because a new window of 60 s would raise the limit during a test.
  const started = Date.now();
  const gateway = createGateway({
    services,
    authenticator: authenticatorOf(services, signingKeys),
    logger: createLogger('gateway', 'silent'),
    config: { ...config, ...settings },
    limiter: createLimiter({ clock: () => started }),
    ...parts,
  });
  return { services, gateway, app: createApp(gateway, routes) };
}

/** Creates a gateway that listens on a real HTTPS socket. */
export async function startGateway(...options: Parameters<typeof makeGateway>): Promise<RunningGateway> {
  const { services, gateway, app } = makeGateway(...options);
  const certificate = await certificateOnce();
  const { HANDSHAKE_TIMEOUT_MS: handshakeTimeout } = { ...config, ...options[0] };
  const server = createListener(gateway, app, { ...certificate, handshakeTimeout });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const agent = new Agent({ connect: { ca: certificate.ca } });
  return {
    url,
    services,
    gateway,
    send: (path, sent = {}) => send(agent, `${url}${path}`, sent),
    exchange: (bytes) => exchange(Number(new URL(url).port), bytes),
    async close() {
      await agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Authenticator like that of `openAuthentication`. The state of access is always confirmed, and no session has ended.
 */
function authenticatorOf(services: FakeServices, keys: Pick<SigningKeys, 'find'>) {
  const access = {
    confirm: () => undefined,
    isEnded: () => false,
    memberships: { find: () => undefined },
    onKeysChanged: () => undefined,
  };
  const call = { context: { requestId: 'req-keys' } };
  const apiKeys = createApiKeys({
    resolve: async (hash) => (await services.apiKeys.resolveApiKey({ hash }, call))?.grant ?? undefined,
    access,
    uses: { note: () => undefined },
  });
  return createAuthenticator({
    tokens: createTokens({ keys, access }),
    apiKeys,
    access,
    findMembership: membershipFinder(services),
  });
}

async function send(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body, as, signal }: Sent,
): Promise<Answer> {
  const isText = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const {
    statusCode,
    headers: received,
    body: answer,
  } = await request(url, {
    dispatcher: agent,
    method: method as 'GET',
    headers: { ...(as && { authorization: `Bearer ${await tokenFor(as)}` }), ...headers },
    body: isText ? (body ?? null) : JSON.stringify(body),
    headersTimeout: 15_000,
    ...(signal && { signal }),
  });
  const text = await answer.text();
  const isJson = String(received['content-type']).startsWith('application/json') && text !== '';
  return {
    status: statusCode,
    headers: received as Record<string, string>,
    text,
    json: isJson ? JSON.parse(text) : {},
  };
}

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  socket.write(bytes, 'latin1');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const tokens = new Map<string, Promise<string>>();

/** A token with this role. It is valid for an hour. */
export function tokenFor(role: 'client' | 'staff' | 'admin'): Promise<string> {
  const known = tokens.get(role) ?? makeToken({ role });
  tokens.set(role, known);
  return known;
}

export function makeToken(
  claims: Record<string, unknown> = {},
  { expires = '1h', kid = 'key-1', issuer = 'selvedge', audience = 'selvedge-api' } = {},
): Promise<string> {
  const all = {
    sid: 's1',
    role: 'staff',
    org_id: 'org-1',
    orgs: [
      { id: 'org-1', name: 'One', role: 'staff' },
      { id: 'org-2', name: 'Two', role: 'client', client_id: 'c-2' },
    ],
    ...claims,
  };
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setSubject('user-1')
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(privateKey);
}

async function verificationKey(): Promise<CryptoKey> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: signingKey.x };
  return crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['verify']);
}

let certificate: Promise<{ ca: string; cert: string; key: string }> | undefined;

function certificateOnce() {
  certificate ??= createAuthority().then(async (pem) => ({
    ca: pem.cert,
    ...(await issueCertificate(await loadAuthority(pem), 'gateway')),
  }));
  return certificate;
}
