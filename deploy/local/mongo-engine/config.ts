import { isIP } from 'node:net';

export interface EngineConfig {
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** Password of user `selvedge`; undefined: everybody who reaches the port may do everything. */
  password: string | undefined;
  /** Bytes that the data may take in all; undefined: 64 GiB. */
  mapSize: number | undefined;
  /** Bytes: where less is free on the disk, data is added for some batches more at most; undefined: 16 MiB. */
  diskReserve: number | undefined;
}

export class ConfigError extends Error {}

/**
 * Reads HOST (default 127.0.0.1), PORT (default 27017), DATA_DIR, PASSWORD (default: none), and in bytes MAP_SIZE (default: 64 GiB)
 * and DISK_RESERVE (default: 16 MiB).
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
  if (!isWithin(mapSize, 2 ** 20))
    faults.push(`MAP_SIZE ${env.MAP_SIZE}: a whole number of bytes between 1 MiB and 1 TiB`);
  const diskReserve = env.DISK_RESERVE ? Number(env.DISK_RESERVE) : undefined;
  if (!isWithin(diskReserve, 0)) faults.push(`DISK_RESERVE ${env.DISK_RESERVE}: a whole number of bytes up to 1 TiB`);
  const password = env.PASSWORD || undefined;
  if (password && /[^\x21-\x7e]|[,=]/.test(password)) faults.push('PASSWORD: only printable ASCII without , and =');
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return { host, port, dataDir, password, mapSize, diskReserve };
}

/** Or not given at all. */
function isWithin(bytes: number | undefined, least: number): boolean {
  return bytes === undefined || (Number.isSafeInteger(bytes) && bytes >= least && bytes <= 2 ** 40);
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
