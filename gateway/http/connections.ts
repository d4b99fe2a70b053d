import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '#chassis/runtime/network.ts';
import { answersCut, connectionsDropped } from '../metrics.ts';
import { plainAddress } from './address.ts';

/** Requests that may wait on a connection; behind them it is not read. */
const MAX_WAITING = 16;

interface Line {
  answering: ServerResponse;
  waiting: (() => void)[];
  /** The connection ends with the answer. */
  isLast?: true;
}

/** The requests of a connection, which may all be sent at once. */
interface Pipelining {
  handle: RequestListener;
  /**
   * What comes in cannot be read any more. Ends the connection with the answer to the request that has come whole, and
   * begins no other; false: there is none.
   */
  endAfterAnswer(socket: Duplex): boolean;
}

/**
 * Hands on one request of a connection after another: the next one when there is an answer to the last. So a connection
 * costs no more for what is sent ahead, and no answers queue inside Node: over TLS it loses its place in what comes in
 * when it stops because of them (HPE_PAUSED), and takes the middle of a body for a request.
 */
export function pipelined(app: RequestListener): Pipelining {
  const lines = new WeakMap<Duplex, Line>();

  const begin: RequestListener = (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { answering: response, waiting: [] };
    lines.set(socket, Object.assign(line, { answering: response }));
    response.once('close', () => next(socket, line));
    app(request, response);
  };

  function next(socket: Duplex, { waiting }: Line): void {
    const [first] = waiting.splice(0, 1);
    if (first && !socket.destroyed) {
      if (socket.isPaused() && waiting.length < MAX_WAITING) socket.resume();
      first();
    } else lines.delete(socket);
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const line = lines.get(socket);
      if (!line) return begin(request, response);
      line.waiting.push(() => begin(request, response));
      if (line.waiting.length >= MAX_WAITING) socket.pause();
    },
    endAfterAnswer(socket) {
      const line = lines.get(socket);
      if (!line) return false;
      if (line.isLast) return true;
      if (!line.answering.headersSent && !line.answering.req.complete) return false;
      line.isLast = true;
      line.waiting.length = 0;
      if (!line.answering.headersSent) line.answering.setHeader('Connection', 'close');
      line.answering.once('close', () => socket.end());
      return true;
    },
  };
}

const MEBIBYTE = 1024 * 1024;
/** Bytes that one holder may have waiting, and all together: encrypted, they take twice as much. */
const SHARE = 24 * MEBIBYTE;
const TOTAL = 48 * MEBIBYTE;
/** Bytes of the largest answer that is not looked at: the number of connections bounds these. */
const SMALL = 64 * 1024;

/** `writableLength`: bytes that are written and not yet sent. */
type Response = Pick<ServerResponse, 'writableLength' | 'closed' | 'once' | 'destroy'>;

interface Held {
  holder: string;
  /** Bytes that wait to be taken. */
  unsent: () => number;
}

/**
 * Answers that their callers have not taken yet. Who asks for much and reads nothing would fill the memory of all; where
 * there is too much, the oldest of whoever holds most is broken off, so that a new answer always finds room (ADR 17).
 */
export class UnsentAnswers {
  /** The oldest first. */
  readonly #answers = new Map<Response, Held>();

  /**
   * To be called before `bytes` are written to `response`, for each part of what comes in parts. `holder` says whose memory they take; `unsent`, how many bytes
   * wait: of an answer that is not written at once, more than those that are written.
   */
  expect(response: Response, holder: string, bytes: number, unsent = () => response.writableLength): void {
    if (bytes <= SMALL || response.closed) return;
    for (let held = this.#held(); ; held = this.#held()) {
      const oldest = this.#oldestOf(crowded(held, holder, bytes), response);
      if (!oldest) break;
      this.#cut(oldest);
    }
    if (!this.#answers.has(response)) response.once('close', () => this.#answers.delete(response));
    this.#answers.set(response, { holder, unsent });
  }

  #held(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { holder, unsent } of this.#answers.values()) held.set(holder, (held.get(holder) ?? 0) + unsent());
    return held;
  }

  #oldestOf(crowding: string | undefined, but: Response): Response | undefined {
    for (const [response, { holder, unsent }] of this.#answers) {
      if (holder === crowding && response !== but && unsent() > 0) return response;
    }
    return undefined;
  }

  #cut(response: Response): void {
    answersCut.inc();
    this.#answers.delete(response);
    response.destroy();
  }
}

/** Whose answers leave no room for `bytes` more of `holder`'s. */
function crowded(held: Map<string, number>, holder: string, bytes: number): string | undefined {
  if ((held.get(holder) ?? 0) + bytes > SHARE) return holder;
  let [total, heaviest, most] = [bytes, undefined as string | undefined, 0];
  for (const [name, count] of held) {
    total += count;
    if (count > most) [heaviest, most] = [name, count];
  }
  return total > TOTAL ? heaviest : undefined;
}

interface ConnectionLimits {
  /** Connections at once, in all and from one address. */
  total: number;
  perAddress: number;
  /** Whether an address is that of a proxy, which brings the requests of many: it has no limit of its own. */
  isProxy(address: string): boolean;
}

interface Group {
  most: number;
  members: Set<Connection>;
  /** Those over which no request has come yet, the oldest first. */
  silent: Set<Connection>;
  /** Those whose requests are all answered, the one that has waited longest for another first. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  ends: string;
  /** Undefined for that of a proxy. */
  network: string | undefined;
  groups: Group[];
  /** Requests that are not answered yet. */
  running: number;
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>;

/**
 * The connections of this process. Each costs some 60 KiB, asked for or not. Where there are too many, the oldest that has
 * asked for nothing yet makes room for a new one, or else the one that is idle for longest: who opens them only to hold
 * them keeps nobody out.
 */
export class Connections {
  readonly #isProxy: ConnectionLimits['isProxy'];
  readonly #perAddress: number;
  readonly #all: Group;
  readonly #byNetwork = new Map<string, Group>();
  readonly #byEnds = new Map<string, Connection>();

  constructor({ total, perAddress, isProxy }: ConnectionLimits) {
    this.#isProxy = isProxy;
    this.#perAddress = perAddress;
    this.#all = newGroup(total);
  }

  /** Whether a new connection may stay. */
  admit(socket: Socket): boolean {
    const connection = this.#connectionOf(socket);
    for (const { members, most, silent, idle } of connection.groups) {
      if (members.size < most) continue;
      const [oldest] = silent.size > 0 ? silent : idle;
      if (!oldest) return refuse();
      this.#drop(oldest);
    }
    this.#remember(connection);
    socket.once('close', () => this.#forget(connection));
    return true;
  }

  /** A request has come over it: `socket` may be the encrypted one upon it. */
  heard(socket: Ends): void {
    const connection = this.#byEnds.get(endsOf(socket));
    if (!connection) return;
    connection.running++;
    for (const { silent, idle } of connection.groups) {
      silent.delete(connection);
      idle.delete(connection);
    }
  }

  /** One of its requests has its answer. */
  answered(socket: Ends): void {
    const connection = this.#byEnds.get(endsOf(socket));
    if (!connection || --connection.running > 0) return;
    for (const { idle } of connection.groups) idle.add(connection);
  }

  #connectionOf(socket: Socket): Connection {
    const address = plainAddress(socket.remoteAddress);
    const ends = endsOf(socket);
    if (this.#isProxy(address)) return { socket, ends, network: undefined, groups: [this.#all], running: 0 };
    const network = networkOf(address);
    const own = this.#byNetwork.get(network) ?? newGroup(this.#perAddress);
    return { socket, ends, network, groups: [own, this.#all], running: 0 };
  }

  #remember(connection: Connection): void {
    const { ends, network, groups } = connection;
    for (const { members, silent } of groups) {
      members.add(connection);
      silent.add(connection);
    }
    this.#byEnds.set(ends, connection);
    if (network !== undefined && groups[0]) this.#byNetwork.set(network, groups[0]);
  }

  #drop(connection: Connection): void {
    connectionsDropped.inc({ reason: 'silent' });
    this.#forget(connection);
    connection.socket.destroy();
  }

  /** Also a second time. */
  #forget(connection: Connection): void {
    const { ends, network, groups } = connection;
    for (const { members, silent, idle } of groups) {
      members.delete(connection);
      silent.delete(connection);
      idle.delete(connection);
    }
    if (this.#byEnds.get(ends) === connection) this.#byEnds.delete(ends);
    if (network !== undefined && this.#byNetwork.get(network)?.members.size === 0) this.#byNetwork.delete(network);
  }
}

const newGroup = (most: number): Group => ({ most, members: new Set(), silent: new Set(), idle: new Set() });

const endsOf = ({ remoteAddress, remotePort, localPort }: Ends) => `${remoteAddress} ${remotePort} ${localPort}`;

function refuse(): false {
  connectionsDropped.inc({ reason: 'too many' });
  return false;
}
