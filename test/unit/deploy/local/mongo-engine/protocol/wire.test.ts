import { expect, test } from '@jest/globals';
import { serialize } from 'bson';
import fc from 'fast-check';
import { Framer, parseRequest, WireError } from '#engine/protocol/wire.ts';

function message(body: Uint8Array, opCode = 2013, requestId = 7): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

const section = (kind: number, bytes: Uint8Array) => Buffer.concat([Buffer.of(kind), bytes]);
const flags = (bits: number) => Buffer.from(new Uint32Array([bits]).buffer);

const ping = message(Buffer.concat([flags(0), section(0, serialize({ ping: 1, $db: 'admin' }))]));

test('cuts whole messages out of chunks of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(ping.length * 3), { maxLength: 8 }), (cuts) => {
      const stream = Buffer.concat([ping, ping, ping]);
      const framer = new Framer();
      const ends = [...new Set([...cuts, stream.length])].sort((a, b) => a - b);
      const messages = ends.flatMap((end, i) => [...framer.push(stream.subarray(ends[i - 1] ?? 0, end))]);
      expect(messages.map((bytes) => bytes.equals(ping))).toEqual([true, true, true]);
    }),
  );
});

test.each([0, 15, -1, 48_000_001])('a length of %d is no message', (length) => {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length);
  expect(() => [...new Framer().push(header)]).toThrow(WireError);
});

test('a request may ask for no answer', () => {
  const request = parseRequest(message(Buffer.concat([flags(2), section(0, serialize({ ping: 1 }))])));
  expect(request).toMatchObject({ silent: true, requestId: 7 });
});
