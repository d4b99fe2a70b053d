import { join } from 'node:path';
import type { CertificateFiles } from './certificates/certificates.ts';
import type { Secrets } from './secrets.ts';
import { launchOwn } from './supervision/launch.ts';
import { untilMessage } from './supervision/readiness.ts';
import type { ProcessPlan } from './supervision/supervised-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const SERVICES = ['identity', 'product', 'finance', 'notification'] as const;
/** Processes that call each other, and have a certificate for it. */
export const PEERS = [...SERVICES, 'gateway'] as const;
/** All of them. Topology speaks to NATS alone. */
export const PROCESSES = [...PEERS, 'topology'] as const;
export type ProcessName = (typeof PROCESSES)[number];
/** Users with a password of their own at the broker: each process, and the replay of dead letters. */
export const NATS_USERS = [...PROCESSES, 'replay'] as const;

/** MiB that each may have, as its manifest in deploy/k8s says. */
export const MEMORY: Record<ProcessName, number> = {
  identity: 512,
  product: 512,
  finance: 512,
  notification: 512,
  gateway: 512,
  topology: 192,
};

/** V8's options, as deploy/Dockerfile has them: half of the memory for the old generation, and MiB of a young one's half-space. */
export const HEAP_PERCENTAGE = 50;
export const SEMI_SPACE = 16;

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

/** On one machine there is no container whose limit V8 could read. */
const heapFlags = (name: ProcessName): string[] => [
  `--max-old-space-size=${Math.floor((MEMORY[name] * HEAP_PERCENTAGE) / 100)}`,
  `--max-semi-space-size=${SEMI_SPACE}`,
];

/** The same variables that Kubernetes sets, with this machine's addresses. */
export function environment(name: ProcessName, around: LaunchContext): NodeJS.ProcessEnv {
  return {
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
