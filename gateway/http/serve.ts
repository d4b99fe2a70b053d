import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CHECK_INTERVAL, type KeyPairFiles, readKeyPair, renewal } from '#chassis/runtime/key-pair.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Gateway } from './gateway.ts';
import { createListener } from './listener.ts';

interface ServeOptions {
  gateway: Gateway;
  app: RequestListener;
  host: string;
  port: number;
  /** Port of an additional HTTP listener; undefined: none. */
  plainPort?: number | undefined;
  /** Paths of PEM files. */
  files: KeyPairFiles;
  /** Milliseconds that running requests have to finish when the process stops. */
  grace: number;
  /** Milliseconds that a TLS handshake may take. */
  handshakeTimeout: number;
  /** Milliseconds between two checks for a renewed certificate. */
  checkInterval?: number;
}

/** Listens for callers. At its stop, running requests may finish. */
export function serve({ gateway, app, host, port, plainPort, files, grace, ...times }: ServeOptions): Component {
  const { handshakeTimeout, checkInterval: interval = CHECK_INTERVAL } = times;
  const https = createListener(gateway, app, { ...readKeyPair(files, 'https'), handshakeTimeout });
  const http = plainPort === undefined ? undefined : createListener(gateway, app);
  // Certificate and key are replaced one after the other. Until both are new they do not match.
  const renew = renewal(Object.values(files), 'https', gateway.logger, () => takeUp(https, files));
  let timer: NodeJS.Timeout | undefined;
  return {
    name: 'https',
    async start() {
      await listen(https, port, host);
      if (http) await listen(http, plainPort ?? 0, host);
      timer = setInterval(renew, interval).unref();
    },
    leave() {
      gateway.draining = true;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all([https, http].map((server) => server && close(server, grace)));
    },
    ports: () => ({ https: portOf(https), ...(http && { http: portOf(http) }) }),
  };
}

function takeUp(server: Server, files: KeyPairFiles): void {
  if (server instanceof TlsServer) server.setSecureContext({ ...readKeyPair(files, 'https'), minVersion: 'TLSv1.2' });
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

async function close(server: Server, grace: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(timer);
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
