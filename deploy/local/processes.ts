import { join } from 'node:path';
import type { CertificateFiles } from './certificates/certificates.ts';
import type { Secrets } from './secrets.ts';
import { launchOwn } from './supervision/launch.ts';
import { untilMessage } from './supervision/readiness.ts';
import type { ProcessPlan } from './supervision/supervised-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const SERVICES = ['identity', 'product', 'finance', 'notification'] as const;
/** Those that call each other, and have a certificate for it. */
export const PEERS = [...SERVICES, 'gateway'] as const;
/** All of them. Topology speaks to NATS alone. */
export const PROCESSES = [...PEERS, 'topology'] as const;
export type ProcessName = (typeof PROCESSES)[number];
/** Who has a password of its own at the broker: each process, and whoever replays dead letters. */
export const NATS_USERS = [...PROCESSES, 'replay'] as const;

/** MiB that each may have, as its manifest in deploy/k8s says. */
export const MEMORY: Record<ProcessName, number> = {
  identity: 512,
  product: 384,
  finance: 384,
  notification: 384,
  gateway: 384,
  topology: 192,
};

/** V8's options, as deploy/Dockerfile has them. */
export const HEAP_PERCENTAGE = 50;
export const SEMI_SPACE = 8;
/**
 * For glibc, as deploy/Dockerfile has it. Bytes of freed memory that it keeps: where it is told, it does not raise that by
 * itself, and large buffers go back to the system at once. All threads share one arena, since every arena keeps freed memory
 * for itself.
 */
export const ALLOCATOR = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' };

export interface Ports {
  grpc: number;
  admin: number;
}

/** The variables by which a process is known to NATS; those of the caller's own broker may be inherited. */
export interface NatsUser {
  NATS_USER?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_DOMAIN?: string;
}

/** Everything that the processes' environment is made of. */
export interface LaunchContext {
  ports: Record<ProcessName, Ports>;
  gatewayPort: number;
  gatewayUrl: string;
  certificates: Map<string, CertificateFiles>;
  secrets: Secrets;
  mongodbUrl: string;
  databasePrefix: string;
  nats: { url: string; userOf(name: ProcessName): NatsUser };
  folders: { logs: string; mail: string };
  inherited: NodeJS.ProcessEnv;
}

export function processPlan(name: ProcessName, around: LaunchContext): ProcessPlan {
  const log = join(around.folders.logs, `${name}.log`);
  const env = { ...around.inherited, ...environment(name, around) };
  return { name, log, launch: () => launchOwn(processArguments(name), { log, env }), untilReady: untilMessage };
}

/** Node's own flags, and what it runs. */
export function processArguments(name: ProcessName): string[] {
  const entry = name === 'gateway' ? join(ROOT, 'gateway', 'main.ts') : join(ROOT, 'services', name, 'main.ts');
  return [...heapFlags(name), entry];
}

/**
 * Those with little to do on one machine: small before quick. Product and the gateway would import 1.7 times slower, and
 * notification would take twice the time for a delivery, most of it to collect garbage.
 */
const LEAN: ReadonlySet<ProcessName> = new Set(['identity', 'topology']);

/**
 * For finance: a young generation of 1 MiB, and an old one that is collected when it has grown by a quarter. Lean, it took a
 * third of its CPU to collect the garbage of an import; left to V8, it keeps 45 MiB more after one, and this way 10.
 */
const FRUGAL = ['--max-semi-space-size=1', '--heap-growing-percent=25'];

/** Here there is no container whose limit V8 could read. */
function heapFlags(name: ProcessName): string[] {
  const oldSpace = `--max-old-space-size=${Math.floor((MEMORY[name] * HEAP_PERCENTAGE) / 100)}`;
  if (name === 'finance') return [oldSpace, ...FRUGAL];
  const flags = [oldSpace, `--max-semi-space-size=${SEMI_SPACE}`];
  return LEAN.has(name) ? [...flags, '--optimize-for-size'] : flags;
}

/** The same variables that Kubernetes sets, with this machine's addresses. */
export function environment(name: ProcessName, around: LaunchContext): NodeJS.ProcessEnv {
  return {
    ...ALLOCATOR,
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(around.ports[name].admin),
    NATS_URL: around.nats.url,
    ...around.nats.userOf(name),
    ...(name === 'topology' ? {} : peerEnvironment(name, around)),
  };
}

function peerEnvironment(name: (typeof PEERS)[number], around: LaunchContext): NodeJS.ProcessEnv {
  const { ca, cert, key } = around.certificates.get(name) ?? {};
  return {
    TLS_CA: ca,
    TLS_CERT: cert,
    TLS_KEY: key,
    ENCRYPTION_KEY: around.secrets.processes[name]?.encryptionKey,
    PUBLIC_URL: around.inherited.PUBLIC_URL || around.gatewayUrl,
    ...addresses(around),
    ...(name === 'gateway' ? gatewayEnvironment(around) : serviceEnvironment(name, around)),
  };
}

function addresses({ ports }: LaunchContext): NodeJS.ProcessEnv {
  return Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_ADDRESS`, `localhost:${ports[name].grpc}`]));
}

function gatewayEnvironment({ gatewayPort }: LaunchContext): NodeJS.ProcessEnv {
  return { GATEWAY_PORT: String(gatewayPort) };
}

function serviceEnvironment(name: (typeof SERVICES)[number], around: LaunchContext): NodeJS.ProcessEnv {
  return {
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: String(around.ports[name].grpc),
    MONGODB_URL: around.mongodbUrl,
    MONGODB_DATABASE: `${around.databasePrefix}_${name}`,
    ...(name === 'identity' ? identityEnvironment(around) : {}),
  };
}

function identityEnvironment({ secrets, folders }: LaunchContext): NodeJS.ProcessEnv {
  return {
    BOOTSTRAP_ADMIN_EMAIL: secrets.adminEmail,
    BOOTSTRAP_ADMIN_PASSWORD: secrets.adminPassword,
    // Used where no SMTP_URL is handed on.
    MAIL_DIR: folders.mail,
  };
}
