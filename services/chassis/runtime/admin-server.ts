import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from './http.ts';
import { registry } from './metrics.ts';

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

/** Timeouts in milliseconds. Probes and scrapes are short; other connections must not occupy this port. */
const TIMES = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 1_000 };
const MAX_CONNECTIONS = 500;

/** Faults by the name of the part; empty if there are none. */
export type Reasons = Record<string, string>;

interface State {
  /** The reasons why the process cannot do its work. */
  unready(): Reasons;
  /** Faults with which the process can still do its work. */
  degraded(): Reasons;
}

/**
 * Serves /metrics, /livez (the process runs) and /readyz (the process can do its work: 200, otherwise 503 with the
 * reasons). In the answer of /readyz, `degraded` names faults that do not stop calls.
 */
export async function serveAdmin(options: State & { host: string; port: number }): Promise<AdminServer> {
  const server = createServer(TIMES, listener(options));
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listener(state: State): RequestListener {
  return async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/livez') return void response.end('ok\n');
    if (path === '/readyz') {
      const [reasons, degraded] = [state.unready(), state.degraded()];
      const ready = Object.keys(reasons).length === 0;
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ ready, reasons, degraded }));
    }
    if (path === '/metrics') {
      const text = await registry.metrics();
      return void response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    }
    response.writeHead(404).end();
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
