import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registry } from './metrics.ts';

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

/** Why a process is not ready, by part; empty when it is. */
export type Unready = Record<string, string>;

/** Serves /metrics, /livez (it runs) and /readyz (it can do its work: 200, or 503 with the reasons). */
export async function serveAdmin(options: {
  host: string;
  port: number;
  unready: () => Unready;
}): Promise<AdminServer> {
  const server = createServer(listener(options.unready));
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

function listener(unready: () => Unready): RequestListener {
  return async (request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/livez') return void response.end('ok\n');
    if (path === '/readyz') {
      const reasons = unready();
      const ready = Object.keys(reasons).length === 0;
      response.writeHead(ready ? 200 : 503, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ ready, reasons }));
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
