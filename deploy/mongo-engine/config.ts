import { isIP } from 'node:net';

export interface EngineConfig {
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** Of user `selvedge`; undefined: everybody who reaches the port may do everything. */
  password: string | undefined;
  /** Bytes that the data may take in all; undefined: 64 GiB. */
  mapSize: number | undefined;
}

export class ConfigError extends Error {}

/**
 * Reads HOST (default 127.0.0.1), PORT (default 27017), DATA_DIR, PASSWORD (default: none) and MAP_SIZE in bytes (default: 64 GiB).
 * @throws ConfigError that lists every fault; the engine knows no TLS and so listens on the loopback alone
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): EngineConfig {
  const host = env.HOST ?? '127.0.0.1';
  const port = Number(env.PORT ?? 27017);
  const dataDir = env.DATA_DIR ?? '';
  const faults: string[] = [];
  if (!isLoopback(host)) faults.push(`HOST ${host}: only a loopback address is served, there is no encryption`);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) faults.push(`PORT ${env.PORT}: not a port`);
  if (dataDir === '') faults.push('DATA_DIR: missing, the folder of the data');
  const mapSize = env.MAP_SIZE ? Number(env.MAP_SIZE) : undefined;
  if (mapSize !== undefined && !(Number.isSafeInteger(mapSize) && mapSize >= 2 ** 20 && mapSize <= 2 ** 40))
    faults.push(`MAP_SIZE ${env.MAP_SIZE}: a whole number of bytes between 1 MiB and 1 TiB`);
  const password = env.PASSWORD || undefined;
  if (password && /[^\x21-\x7e]|[,=]/.test(password)) faults.push('PASSWORD: only printable ASCII without , and =');
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return { host, port, dataDir, password, mapSize };
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
