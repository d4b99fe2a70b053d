import { createServer } from 'node:net';
import { errorCode, StartError } from './start-error.ts';

/** Lower than every system's range for outgoing connections, so that a restarted process gets its port back. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const ATTEMPTS = 200;
/** Number of ports that an instance picks, with a reserve. */
const STRIDE = 41;
/**
 * The next port to try. Each process begins at another port, so that two instances that start together do not pick the
 * same port before either listens.
 */
let next = (process.pid * STRIDE) % (HIGHEST - LOWEST + 1);
/** Ports that this process has handed out. Their users may not listen yet. */
const handedOut = new Set<number>();

/** Ports of the loopback interface on which no process listens, and that were not picked before. */
export async function pickPorts(count: number): Promise<number[]> {
  const picked: number[] = [];
  for (let attempt = 0; picked.length < count && attempt < ATTEMPTS; attempt++) {
    const candidate = LOWEST + next;
    next = (next + 1) % (HIGHEST - LOWEST + 1);
    if (handedOut.has(candidate)) continue;
    handedOut.add(candidate);
    if ((await bindFault(candidate)) === undefined) picked.push(candidate);
  }
  if (picked.length < count) throw new StartError(`No free ports between ${LOWEST} and ${HIGHEST} on 127.0.0.1.`);
  return picked;
}

/**
 * Returns the gateway's port; 0: any free port. Checked before anything else is started. Throws a StartError if the
 * port cannot be used.
 */
export async function claimGatewayPort(port: number): Promise<number> {
  if (port === 0) return (await pickPorts(1))[0] ?? 0;
  const fault = await bindFault(port);
  if (fault === 'EADDRINUSE') {
    throw new StartError(`Port ${port} is taken by another process. Set GATEWAY_PORT to another port (0 = any).`);
  }
  if (fault === 'EACCES')
    throw new StartError(`Port ${port} needs more rights than this user has. Set GATEWAY_PORT above 1023.`);
  if (fault !== undefined)
    throw new StartError(`Port ${port} cannot be used (${fault}). Set GATEWAY_PORT to another port.`);
  return port;
}

function bindFault(port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(errorCode(error) ?? error.message));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)));
  });
}
