import type { Broadcast } from '#chassis/messaging/broadcast.ts';
import { createLimiter } from '../../gateway/rate-limits/limits.ts';

const REQUESTS = 300_000;
const USERS = 500;
/** Requests in one turn of the event loop of a busy gateway. */
const AT_ONCE = 32;
const LIMIT = 3000;

/** CPU µs that counting a request costs, all that three gateways tell each other about it included. */
export async function measureLimits(): Promise<number> {
  const transport = inProcess();
  const limiters = Array.from({ length: 3 }, () => createLimiter({ broadcast: transport }));
  for (const limiter of limiters) await limiter.start();
  await takeMany(limiters, REQUESTS / 10);
  const before = process.cpuUsage();
  await takeMany(limiters, REQUESTS);
  const { user, system } = process.cpuUsage(before);
  for (const limiter of limiters) await limiter.stop();
  return (user + system) / REQUESTS;
}

async function takeMany(limiters: ReturnType<typeof createLimiter>[], requests: number): Promise<void> {
  for (let done = 0; done < requests; done += AT_ONCE) {
    for (let i = done; i < done + AT_ONCE; i++) await limiters[i % 3]?.consume(`user ${i % USERS}`, LIMIT);
    await new Promise(setImmediate);
  }
}

function inProcess(): Broadcast {
  const listeners: ((payload: Uint8Array) => void)[] = [];
  return {
    broadcast(_, payload) {
      for (const listener of listeners) setImmediate(listener, payload);
      return true;
    },
    listen: (_, handle) => void listeners.push(handle),
  };
}
