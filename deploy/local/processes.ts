import { join } from 'node:path';
import type { CertificateFiles } from './certificates.ts';
import { launchService } from './launch.ts';
import { untilMessage } from './readiness.ts';
import type { Secrets } from './secrets.ts';
import type { ProcessPlan } from './supervised-process.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const SERVICES = ['identity', 'product', 'finance', 'notification'] as const;
export const PROCESSES = [...SERVICES, 'gateway'] as const;
export type ProcessName = (typeof PROCESSES)[number];

export interface Ports {
  grpc: number;
  admin: number;
}

/** Everything that the processes' environment is made of. */
export interface Surroundings {
  ports: Record<ProcessName, Ports>;
  gatewayPort: number;
  gatewayUrl: string;
  certificates: Map<string, CertificateFiles>;
  secrets: Secrets;
  mongodbUrl: string;
  databasePrefix: string;
  nats: { url: string; userOf(name: ProcessName): { user?: string | undefined; password?: string | undefined } };
  folders: { logs: string; cache: string; mail: string };
  inherited: NodeJS.ProcessEnv;
}

export function processPlan(name: ProcessName, around: Surroundings): ProcessPlan {
  const entry = name === 'gateway' ? join(ROOT, 'gateway', 'main.ts') : join(ROOT, 'services', name, 'main.ts');
  const log = join(around.folders.logs, `${name}.log`);
  const env = { ...around.inherited, ...environment(name, around) };
  return { name, log, launch: () => launchService(entry, { log, env }), untilReady: untilMessage };
}

/** The same variables that Kubernetes sets, with this machine's addresses. */
export function environment(name: ProcessName, around: Surroundings): NodeJS.ProcessEnv {
  const { ca, cert, key } = around.certificates.get(name) ?? {};
  const { user, password } = around.nats.userOf(name);
  return {
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: String(around.ports[name].admin),
    TLS_CA: ca,
    TLS_CERT: cert,
    TLS_KEY: key,
    NATS_URL: around.nats.url,
    NATS_USER: user,
    NATS_PASSWORD: password,
    ENCRYPTION_KEY: around.secrets.processes[name]?.encryptionKey,
    PUBLIC_URL: around.inherited.PUBLIC_URL || around.gatewayUrl,
    // Type stripping and compilation once, not at every start.
    NODE_COMPILE_CACHE: around.folders.cache,
    ...addresses(around),
    ...(name === 'gateway' ? gatewayEnvironment(around) : serviceEnvironment(name, around)),
  };
}

function addresses({ ports }: Surroundings): NodeJS.ProcessEnv {
  return Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_ADDRESS`, `localhost:${ports[name].grpc}`]));
}

function gatewayEnvironment({ gatewayPort }: Surroundings): NodeJS.ProcessEnv {
  return { GATEWAY_PORT: String(gatewayPort) };
}

function serviceEnvironment(name: ProcessName, around: Surroundings): NodeJS.ProcessEnv {
  return {
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: String(around.ports[name].grpc),
    MONGODB_URL: around.mongodbUrl,
    MONGODB_DATABASE: `${around.databasePrefix}_${name}`,
    ...(name === 'identity' ? identityEnvironment(around) : {}),
  };
}

function identityEnvironment({ secrets, folders }: Surroundings): NodeJS.ProcessEnv {
  return {
    BOOTSTRAP_ADMIN_EMAIL: secrets.adminEmail,
    BOOTSTRAP_ADMIN_PASSWORD: secrets.adminPassword,
    // Used where no SMTP_URL is handed on.
    MAIL_DIR: folders.mail,
  };
}
