import { join } from 'node:path';
import type { CertificateFiles } from './certificates/certificates.ts';
import type { Secrets } from './secrets.ts';
import { launchOwn } from './supervision/launch.ts';
import { untilMessage } from './supervision/readiness.ts';
import type { ProcessPlan } from './supervision/supervised-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const SERVICES = ['identity', 'product', 'finance', 'notification'] as const;
/** Processes that call each other, with a certificate for each. */
export const PEERS = [...SERVICES, 'gateway'] as const;
/** All processes. `topology` only connects to NATS. */
export const PROCESSES = [...PEERS, 'topology'] as const;
export type ProcessName = (typeof PROCESSES)[number];
/** Users of the broker, each with its own password: the processes, and the replay of dead letters. */
export const NATS_USERS = [...PROCESSES, 'replay'] as const;

/** Memory limit of each process in MiB, as in its manifest in deploy/k8s. */
export const MEMORY: Record<ProcessName, number> = {
  identity: 512,
  product: 512,
  finance: 512,
  notification: 512,
  gateway: 512,
  topology: 192,
};

/** V8's options, as in deploy/Dockerfile: percent of the memory for the old generation. */
export const HEAP_PERCENTAGE = 50;
/** MiB of a half-space of V8's young generation. */
export const SEMI_SPACE = 16;

export interface Ports {
  grpc: number;
  admin: number;
}

/**
 * The variables by which NATS knows a process. The caller's own broker may have no user: then inherited variables
 * count.
 */
export interface NatsUser {
  NATS_USER?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_DOMAIN?: string;
}

/** The data from which the environment of the processes is made. */
export interface LaunchContext {
  ports: Record<ProcessName, Ports>;
  gatewayPort: number;
  gatewayUrl: string;
  certificates: Map<string, CertificateFiles>;
  secrets: Secrets;
  mongodbUrl: string;
  databasePrefix: string;
  /** Default currency of the first org. */
  defaultCurrency: string;
  nats: { url: string; userOf(name: ProcessName): NatsUser };
  folders: { logs: string; mail: string };
  inherited: NodeJS.ProcessEnv;
}

export function processPlan(name: ProcessName, around: LaunchContext): ProcessPlan {
  const log = join(around.folders.logs, `${name}.log`);
  const env = { ...around.inherited, ...environment(name, around) };
  return { name, log, launch: () => launchOwn(processArguments(name), { log, env }), untilReady: untilMessage };
}

/** Node's arguments: its flags, and the entry point. */
export function processArguments(name: ProcessName): string[] {
  const entry = name === 'gateway' ? join(ROOT, 'gateway', 'main.ts') : join(ROOT, 'services', name, 'main.ts');
  return [...heapFlags(name), entry];
}

/** On a single machine there is no container limit that V8 could read. */
const heapFlags = (name: ProcessName): string[] => [
  `--max-old-space-size=${Math.floor((MEMORY[name] * HEAP_PERCENTAGE) / 100)}`,
  `--max-semi-space-size=${SEMI_SPACE}`,
];

/** The variables that Kubernetes also sets, with the addresses of this machine. */
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

function identityEnvironment({ secrets, folders, defaultCurrency }: LaunchContext): NodeJS.ProcessEnv {
  return {
    BOOTSTRAP_ADMIN_EMAIL: secrets.adminEmail,
    BOOTSTRAP_ADMIN_PASSWORD: secrets.adminPassword,
    BOOTSTRAP_DEFAULT_CURRENCY: defaultCurrency,
    // Used if no SMTP_URL is passed on.
    MAIL_DIR: folders.mail,
  };
}
