import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { networkOf } from '#chassis/runtime/network.ts';
import { answersCut, connectionsDropped } from './metrics.ts';

const MEBIBYTE = 1024 * 1024;
/** Maximum bytes of unsent answers, of one holder and in total. TLS takes the same memory again. */
const MAX_UNSENT_OF_ONE = 24 * MEBIBYTE;
const MAX_UNSENT = 48 * MEBIBYTE;
/** Bytes of the largest answer that is not counted. The number of connections bounds these answers. */
const SMALL_ANSWER = 64 * 1024;
/** Characters of the longest address: IPv6 that ends in IPv4, with a zone. */
const MAX_ADDRESS = 64;

interface ConnectionLimits {
  /** Maximum number of connections, in total and from one address. */
  total: number;
  perAddress: number;
  /**
   * Tests whether an address belongs to a trusted proxy. A proxy has no limit of its own: it sends the requests of many
   * callers.
   */
  isProxy(address: string): boolean;
}

interface Group {
  most: number;
  members: Set<Connection>;
  /** Connections that have sent no request yet, oldest first. */
  silent: Set<Connection>;
  /** Connections whose requests are all answered, longest idle first. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  ends: string;
  /** Undefined for a connection from a proxy. */
  network: string | undefined;
  groups: Group[];
  /** Number of requests that are not answered yet. */
  running: number;
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localPort'>;

/**
 * The connections of this process. Each takes about 60 KiB, even without a request. When a limit is reached, a new
 * connection replaces the oldest connection that has never sent a request; if there is none, the connection that is
 * idle for longest; if all are in use, it is refused. So a caller that only holds connections open keeps nobody out.
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

  /**
   * Registers a new connection; may close another one to make room. Returns false when the new connection must be
   * closed.
   */
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

  /** Notes a request on the connection. `socket` may be the TLS socket on top of the connection's socket. */
  heard(socket: Ends): void {
    const connection = this.#byEnds.get(endsOf(socket));
    if (!connection) return;
    connection.running++;
    for (const { silent, idle } of connection.groups) {
      silent.delete(connection);
      idle.delete(connection);
    }
  }

  /** Notes that a request of the connection is answered. */
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

  /** May be called twice for the same connection. */
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

/** `writableLength`: bytes that are written and not sent yet. */
type Response = Pick<ServerResponse, 'writableLength' | 'closed' | 'once' | 'destroy'>;

interface Unsent {
  holder: string;
  /** Bytes that are not sent yet. */
  unsent: () => number;
}

/**
 * Answers that callers have not read yet. A caller that requests much and reads nothing would fill the memory of the
 * process. Above a limit, the oldest answer of the holder with the most unread bytes is cut off (ADR 17).
 */
export class UnsentAnswers {
  /** Oldest first. */
  readonly #answers = new Map<Response, Unsent>();

  /**
   * Must be called before `bytes` are written to `response`; for an answer in parts, before each part. `holder` is the
   * org or network whose limit the bytes count against. `unsent` returns the number of waiting bytes; if an answer is
   * written block by block, these are more than the written bytes.
   */
  expect(response: Response, holder: string, bytes: number, unsent = () => response.writableLength): void {
    if (bytes <= SMALL_ANSWER || response.closed) return;
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

/** The holder whose answers must be cut before `holder` may have `bytes` more; undefined if there is room. */
function crowded(held: Map<string, number>, holder: string, bytes: number): string | undefined {
  if ((held.get(holder) ?? 0) + bytes > MAX_UNSENT_OF_ONE) return holder;
  let [total, heaviest, most] = [bytes, undefined as string | undefined, 0];
  for (const [name, count] of held) {
    total += count;
    if (count > most) [heaviest, most] = [name, count];
  }
  return total > MAX_UNSENT ? heaviest : undefined;
}

/** Returns the network address that a request comes from. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Finds the address of the nearest hop that is not a trusted proxy. Reads X-Forwarded-For from the right, and trusts
 * only entries that trusted proxies have written (decisions 1: TLS, proxies).
 */
export function addressFinder(isProxy: (address: string) => boolean): AddressOf {
  return (request) => {
    let address = plainAddress(request.socket.remoteAddress);
    if (!isProxy(address)) return address;
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address)) {
      const hop = plainAddress(hops.pop()?.trim());
      if (hop.length > MAX_ADDRESS || !ipaddr.isValid(hop)) break;
      address = hop;
    }
    return address;
  };
}

/** Tests whether an address is in `named`, a list of addresses and of networks such as 10.0.0.0/8. */
export function within(named: string[]): (address: string) => boolean {
  const networks = named.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : hostNetwork(network)));
  if (networks.length === 0) return () => false;
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

const hostNetwork = (address: string) => `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;

/** The IPv4 address, if an IPv6 socket shows it as `::ffff:` and IPv4. */
export const plainAddress = (address = '') => (address.startsWith('::ffff:') ? address.slice(7) : address);
