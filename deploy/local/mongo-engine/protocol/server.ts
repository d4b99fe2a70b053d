import type { EventEmitter } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Engine } from '../engine.ts';
import { MAX_SIZE } from '../storage/bson.ts';
import { MongoError } from '../values/error.ts';
import { Authentication } from './authentication.ts';
import { REPLICA_SET } from './commands/server-info.ts';
import type { Connection } from './context.ts';
import { CursorBatch } from './cursor-reply.ts';
import { dispatch } from './dispatch.ts';
import type { Credential } from './scram.ts';
import { encodeReply, Framer, MAX_FIRST_SIZE, parseRequest, type Request, writeReplyPrefix } from './wire.ts';

export interface MongoServer {
  /** `mongodb://…`, with the name of the replica set. */
  url: string;
  close(): Promise<void>;
}

/** Serves the engine. If there is a credential, clients must know its password. */
export async function serve(engine: Engine, host: string, port: number, credential?: Credential): Promise<MongoServer> {
  const sockets = new Set<Socket>();
  const connections = { last: 0 };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const authentication = new Authentication(credential);
    const connection = { id: ++connections.last, address: addressOf(server), authentication, hasLeft: false };
    socket.on('close', () => {
      sockets.delete(socket);
      connection.hasLeft = true;
    });
    void handle(engine, socket, connection);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `mongodb://${addressOf(server)}/?replicaSet=${REPLICA_SET}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

/**
 * Answers the requests of one connection, one after the other. If the client does not read its replies, its further
 * requests are neither read nor run. Bytes that are no message end the connection.
 */
async function handle(engine: Engine, socket: Socket, connection: Connection): Promise<void> {
  const framer = new Framer();
  // The loop gets this error, too, but an error may also come after the loop has ended.
  socket.on('error', () => {});
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      for (const message of framer.push(chunk)) await handleMessage(engine, socket, connection, message);
    }
  } catch {
    // The connection has broken off, or the client has sent bytes that are no message.
  }
  socket.destroy();
  engine.leave(connection.id);
}

/** A separate function, so that the decoded request can be garbage collected while the connection is idle. */
async function handleMessage(engine: Engine, socket: Socket, connection: Connection, message: Buffer): Promise<void> {
  engine.callers.note(connection.id, performance.now());
  const request = parseRequest(message, connection.authentication.passed ? MAX_SIZE : MAX_FIRST_SIZE);
  const reply = await answerTo(engine, request, connection);
  if (!request.silent && !socket.destroyed && !socket.write(reply)) await drained(socket);
}

/** Resolves when the socket can take more data, or has closed. Removes its listeners. */
export const drained = (socket: EventEmitter): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });

async function answerTo(engine: Engine, request: Request, connection: Connection): Promise<Buffer> {
  try {
    const reply = await dispatch(engine, request, connection);
    if (reply instanceof CursorBatch) return writeReplyPrefix(reply.encode(engine.clock.gossip), request);
    return encodeReply(request, { ...reply, ...engine.clock.gossip });
  } catch (error) {
    return encodeReply(request, { ...errorReply(error), ...engine.clock.gossip });
  }
}

function errorReply(error: unknown) {
  const known = error instanceof MongoError ? error : internal(error);
  const { code, codeName, message, fields, labels } = known;
  return {
    ok: 0,
    errmsg: message,
    code,
    codeName,
    ...fields,
    ...(labels.length > 0 ? { errorLabels: [...labels] } : {}),
  };
}

function internal(error: unknown): MongoError {
  console.error('unexpected failure', error);
  return new MongoError(1, 'InternalError', error instanceof Error ? error.message : String(error));
}
