import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChannelCredentials, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { CONTEXT_ENTRY, encodeContext } from '#chassis/rpc/context.ts';
import { type Domain, loadDomain } from '#chassis/rpc/proto.ts';
import { SERVICES } from '../../deploy/local/processes.ts';
import { foreignCertificates } from '../support/grpc.ts';
import { ownOrg } from '../support/system/tenant.ts';

/**
 * decisions 3, Inside: what may be called with the certificate of a service, and at which. A new rpc is refused to all
 * but the gateway; one that another service needs is a line here.
 */
const OPEN_TO_PEERS: Record<string, readonly string[]> = {
  'product /product.v1.ClientService/GetClient': ['finance', 'identity'],
  'product /product.v1.ExchangeRateService/GetExchangeRates': ['finance'],
  'product /product.v1.SnapshotService/GetSnapshots': ['finance'],
  'product /product.v1.SnapshotService/GetStylesOfSkus': ['finance'],
  'product /product.v1.SnapshotService/ListSnapshots': ['finance'],
  'finance /common.v1.ReleaseService/KeepRecords': ['product'],
  'finance /common.v1.ReleaseService/ReleaseRecords': ['product'],
  'finance /finance.v1.OrderService/GetOrder': ['product'],
  'finance /finance.v1.PurchaseOrderService/GetPurchaseOrder': ['product'],
  'identity /identity.v1.OrgService/GetOrgSettings': ['finance'],
  'identity /identity.v1.UserService/ListNames': ['finance', 'product'],
  'identity /common.v1.ReleaseService/KeepRecords': ['product'],
  'identity /common.v1.ReleaseService/ReleaseRecords': ['product'],
};

/** Rpcs that the gateway may call before it knows a caller; and Login, which answers an empty password as if nobody called. */
const ANONYMOUS = [
  '/identity.v1.ApiKeyService/ReportApiKeyUse',
  '/identity.v1.ApiKeyService/ResolveApiKey',
  '/identity.v1.AuthService/ListSigningKeys',
  '/identity.v1.InvitationService/AcceptInvitation',
  '/identity.v1.PasswordService/RequestReset',
  '/identity.v1.PasswordService/ResetPassword',
  '/identity.v1.SessionService/ListAccessChanges',
  '/notification.v1.WebhookService/ListWebhookKeys',
];

/** UNIMPLEMENTED is a service that nobody serves. */
const REFUSALS = ['PERMISSION_DENIED', 'UNIMPLEMENTED'];

interface Rpc {
  service: (typeof SERVICES)[number];
  path: string;
  serialize: (request: object) => Buffer;
}

const DEADLINE = 5_000;
const own = ownOrg();

/** Every rpc of every proto, and of what each process serves besides. */
const rpcs: Rpc[] = SERVICES.flatMap((service) => [...rpcsOf(service, service), ...rpcsOf('common', service)]);

function rpcsOf(domain: Domain, service: Rpc['service']): Rpc[] {
  return Object.values(loadDomain(domain)).flatMap((definition) =>
    'format' in definition
      ? []
      : Object.values(definition).map(({ path, requestSerialize }) => ({ service, path, serialize: requestSerialize })),
  );
}

/** The status that a call gets with `certificate` and, in its metadata, the word that an admin of the org is calling. */
async function attack({ service, path, serialize }: Rpc, certificate: ChannelCredentials, forged = true) {
  const client = new Client(own.system.run.services[service]?.grpc ?? '', certificate);
  const metadata = new Metadata();
  const principal = { kind: 'user', id: newId(), orgId: own.system.orgId, role: 'admin' } as const;
  if (forged) metadata.set(CONTEXT_ENTRY, encodeContext({ requestId: 'attack', principal }));
  const options = { deadline: Date.now() + DEADLINE };
  try {
    return await new Promise<string | undefined>((resolve) => {
      const done = (error: ServiceError | null) => resolve(status[error?.code ?? status.OK]);
      client.makeUnaryRequest(path, serialize, (reply) => reply, {}, metadata, options, done);
    });
  } finally {
    client.close();
  }
}

/** The certificate that the process called `name` has for itself. */
function certificateOf(name: string, folder = join(own.system.dataDir, 'tls')): ChannelCredentials {
  const read = (file: string) => readFileSync(join(folder, file));
  return credentials.createSsl(read('ca.pem'), read(`${name}-key.pem`), read(`${name}.pem`));
}

test('every service of every proto is among the attacked', () => {
  const domains = readdirSync('proto', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['gen', 'common'].includes(entry.name))
    .map(({ name }) => name);
  expect(domains.sort()).toEqual([...SERVICES].sort());
  for (const service of SERVICES) expect(rpcs.filter((rpc) => rpc.service === service).length).toBeGreaterThan(1);
});

test.each(SERVICES)(
  "with %s's certificate nothing is to be had but a fixed list",
  async (peer) => {
    const certificate = certificateOf(peer);
    const admitted: string[] = [];
    for (const rpc of rpcs) {
      const answer = await attack(rpc, certificate);
      if (!REFUSALS.includes(answer ?? '')) admitted.push(`${rpc.service} ${rpc.path}`);
    }
    const expected = Object.keys(OPEN_TO_PEERS).filter((rpc) => OPEN_TO_PEERS[rpc]?.includes(peer));
    expect(admitted.sort()).toEqual(expected.sort());
  },
  60_000,
);

test('without a caller the gateway gets nothing but what is for everybody', async () => {
  const certificate = certificateOf('gateway');
  const admitted = new Set<string>();
  for (const rpc of rpcs) {
    const answer = await attack(rpc, certificate, false);
    if (!['UNAUTHENTICATED', 'UNIMPLEMENTED'].includes(answer ?? '')) admitted.add(rpc.path);
  }
  expect([...admitted].filter((path) => !path.startsWith('/common.v1.VersionService/')).sort()).toEqual(ANONYMOUS);
}, 60_000);

test('without a certificate, or with one of another CA that says gateway, no connection is made', async () => {
  const other = await foreignCertificates('gateway');
  const [ca, key, cert] = [join(own.system.dataDir, 'tls', 'ca.pem'), other.gateway.key, other.gateway.cert].map(
    (file) => readFileSync(file),
  );
  const strangers = [credentials.createSsl(ca), credentials.createSsl(ca, key, cert), credentials.createInsecure()];
  for (const service of SERVICES) {
    const rpc = rpcsOf('common', service).find(({ path }) => path.endsWith('/GetVersion'));
    if (!rpc) throw new Error('common has no rpc GetVersion');
    const answers = await Promise.all(strangers.map((stranger) => attack(rpc, stranger)));
    expect(answers).toEqual(['UNAVAILABLE', 'UNAVAILABLE', 'UNAVAILABLE']);
    expect(await attack(rpc, certificateOf('gateway'))).toBe('OK');
  }
}, 60_000);
