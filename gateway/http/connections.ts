import type { Socket } from 'node:net';
import { networkOf } from '#chassis/runtime/network.ts';
import { connectionsDropped } from '../metrics.ts';
import { plainAddress } from './address.ts';

export interface ConnectionLimits {
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
