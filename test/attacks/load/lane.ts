import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import type { Battlefield } from './battlefield.ts';

/** A hostile connection with its own source address. */
export interface Lane {
  hostile: Battlefield['hostile'];
  /** Sends a request, and returns the status of the answer. `cut` or `late` if no answer came. */
  send(request: HostileRequest): Promise<string>;
  /** Opens a further connection, and sends nothing. */
  open(kind: 'tcp' | 'tls'): Socket;
  close(): Promise<void>;
}

export interface HostileRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Timeout of an answer in milliseconds. Longer than all deadlines of the gateway (decisions 1: Sizes, times). */
const TIMEOUT_MS = 15_000;

export function openLane({ url, ca, hostile }: Battlefield, index: number): Lane {
  const localAddress = `127.0.1.${index + 1}`;
  const { hostname: host, port } = new URL(url);
  const client = new Client(url, {
    localAddress,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { ca, servername: 'localhost' },
  });
  return {
    hostile,
    async send({ method, path, headers = {}, body = null as never }) {
      try {
        const response = await client.request({ method, path, headers, body });
        await response.body.dump();
        return String(response.statusCode);
      } catch (error) {
        return (error as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT' ? 'late' : 'cut';
      }
    },
    open(kind) {
      const to = { host, port: Number(port), localAddress };
      const socket = kind === 'tcp' ? connectPlain(to) : connectTls({ ...to, ca, servername: 'localhost' });
      return socket.on('error', () => undefined);
    },
    close: () => client.destroy(),
  };
}
