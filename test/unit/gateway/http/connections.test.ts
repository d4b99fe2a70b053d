import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { beforeEach, expect, test } from '@jest/globals';
import { Connections } from '../../../../gateway/http/connections.ts';

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly localPort = 8443;
  destroyed = false;

  constructor(remoteAddress: string, remotePort: number) {
    super();
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

let connections: Connections;
let ports = 1;

beforeEach(() => {
  connections = new Connections({ total: 4, perAddress: 2, isProxy: (address) => address === '10.0.0.1' });
});

function open(address: string): { socket: FakeSocket; admitted: boolean } {
  const socket = new FakeSocket(address, ports++);
  return { socket, admitted: connections.admit(socket as unknown as Socket) };
}

/** A connection over which a request has come, seen through the encrypted socket upon it. */
function openHeard(address: string): FakeSocket {
  const { socket, admitted } = open(address);
  expect(admitted).toBe(true);
  connections.heard(new FakeSocket(address, socket.remotePort));
  return socket;
}

test('the oldest silent connection of an address makes room for its next', () => {
  const [first, second, third] = [open('192.0.2.1'), open('192.0.2.1'), open('192.0.2.1')];
  expect(third.admitted).toBe(true);
  expect([first.socket.destroyed, second.socket.destroyed]).toEqual([true, false]);
});

test('where none is silent, the one that is idle for longest makes room; those with a request under way stay', () => {
  const [first, second] = [openHeard('192.0.2.1'), openHeard('192.0.2.1')];
  connections.heard(second as unknown as Socket);
  connections.answered(second as unknown as Socket);
  expect([open('192.0.2.1').admitted, open('192.0.2.2').admitted]).toEqual([false, true]);
  connections.answered(first as unknown as Socket);
  connections.answered(second as unknown as Socket);
  expect(open('192.0.2.1').admitted).toBe(true);
  expect([first.destroyed, second.destroyed]).toEqual([true, false]);
});

test('a connection that ends makes room for the next of its address', () => {
  const [first, second] = [openHeard('192.0.2.1'), openHeard('192.0.2.1')];
  second.destroy();
  expect([open('192.0.2.1').admitted, first.destroyed]).toEqual([true, false]);
});

test('an IPv6 /64 is one address', () => {
  for (const last of [1, 2]) openHeard(`2001:db8::${last}`);
  expect([open('2001:db8::3').admitted, open('2001:db8:0:1::1').admitted]).toEqual([false, true]);
});

test('where there are too many in all, the oldest silent one goes, whosever it is', () => {
  const silent = open('192.0.2.1').socket;
  for (const address of ['192.0.2.2', '192.0.2.2', '192.0.2.3']) openHeard(address);
  openHeard('192.0.2.4');
  expect(silent.destroyed).toBe(true);
  expect(open('192.0.2.5').admitted).toBe(false);
});

test('a proxy has as many as there are in all', () => {
  for (let n = 0; n < 4; n++) openHeard('10.0.0.1');
  expect(open('10.0.0.1').admitted).toBe(false);
});
