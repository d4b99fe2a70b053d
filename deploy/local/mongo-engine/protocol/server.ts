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

/** Serves the engine. Clients must know the credential's password, if there is one. */
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
 * Answers the requests of one connection, one after the other: what a client does not read is not computed, and what it
 * sends is not read ahead. What is no message ends the connection.
 */
async function handle(engine: Engine, socket: Socket, connection: Connection): Promise<void> {
  const framer = new Framer();
  // Told by the loop too, which may have ended when it comes.
  socket.on('error', () => {});
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      for (const message of framer.push(chunk)) await handleMessage(engine, socket, connection, message);
    }
  } catch {
    // It was cut off, or has sent what is no message.
  }
  socket.destroy();
  engine.leave(connection.id);
}

/** A function of its own: what it has decoded is let go while the connection rests. */
async function handleMessage(engine: Engine, socket: Socket, connection: Connection, message: Buffer): Promise<void> {
  engine.callers.note(connection.id, performance.now());
  const request = parseRequest(message, connection.authentication.passed ? MAX_SIZE : MAX_FIRST_SIZE);
  const reply = await answerTo(engine, request, connection);
  if (!request.silent && !socket.destroyed && !socket.write(reply)) await drained(socket);
}

/** Leaves nothing behind that listens. */
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
