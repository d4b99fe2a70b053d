import { createServer } from 'node:net';
import { errorCode, StartError } from './start-error.ts';

/** Below every system's range for outgoing connections: a child that is started again must get its port back. */
const LOWEST = 20_000;
const HIGHEST = 29_999;
const ATTEMPTS = 200;
/** Ports that an instance picks, and some more. */
const STRIDE = 41;
/** Where the next is looked for: apart for each process, so that two that start at once do not pick one before either listens. */
let next = (process.pid * STRIDE) % (HIGHEST - LOWEST + 1);
/** By this process, for others that may not listen on them yet. */
const handedOut = new Set<number>();

/** Ports of the loopback interface that nobody listens on, and that were not picked before. */
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

/** The gateway's port, checked before anything else is started. 0 = any. */
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
