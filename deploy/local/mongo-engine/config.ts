import { isIP } from 'node:net';

export interface EngineConfig {
  /** Default: 127.0.0.1. */
  host: string;
  /** Default: 27017. 0: any free port. */
  port: number;
  dataDir: string;
  /** Password of the user `selvedge`; undefined: every client that reaches the port may do everything. */
  password: string | undefined;
  /** Maximum bytes of all data; undefined: 64 GiB. */
  mapSize: number | undefined;
  /** Bytes. If less is free on the disk, only some further batches may add data; undefined: 16 MiB. */
  diskReserve: number | undefined;
}

export class ConfigError extends Error {}

/**
 * Reads HOST, PORT, DATA_DIR, PASSWORD, MAP_SIZE and DISK_RESERVE. The engine has no TLS, so it only listens on
 * loopback.
 * @throws ConfigError that lists every fault
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

/** True if the value is absent, or in the range. */
function isWithin(bytes: number | undefined, least: number): boolean {
  return bytes === undefined || (Number.isSafeInteger(bytes) && bytes >= least && bytes <= 2 ** 40);
}

function isLoopback(host: string): boolean {
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
