import { describe, expect, test } from '@jest/globals';
import { deserialize, serialize } from 'bson';
import fc from 'fast-check';
import { CursorBatch } from '#engine/protocol/cursor-reply.ts';
import { encodeReply, Framer, parseRequest, REPLY_PREFIX_SIZE, WireError } from '#engine/protocol/wire.ts';

function message(body: Uint8Array, opCode = 2013, requestId = 7): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(requestId, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

const section = (kind: number, bytes: Uint8Array) => Buffer.concat([Buffer.of(kind), bytes]);
const flags = (bits: number) => Buffer.from(new Uint32Array([bits]).buffer);

function sequence(name: string, documents: Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...documents]);
  const size = Buffer.alloc(4);
  size.writeInt32LE(content.length + 4);
  return Buffer.concat([size, content]);
}

const ping = message(Buffer.concat([flags(0), section(0, serialize({ ping: 1, $db: 'admin' }))]));

describe('framing', () => {
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
});

describe('requests', () => {
  test('carry documents beside the body, undecoded', () => {
    const documents = [serialize({ _id: 1 }), serialize({ _id: 2 })];
    const body = section(0, serialize({ insert: 'c', $db: 'd' }));
    const request = parseRequest(
      message(Buffer.concat([flags(0), body, section(1, sequence('documents', documents))])),
    );
    expect(request.body.insert).toBe('c');
    expect(request.sequences.get('documents')?.map((bytes) => deserialize(bytes))).toEqual([{ _id: 1 }, { _id: 2 }]);
  });

  test('may ask for no answer, and may end in a checksum', () => {
    const body = section(0, serialize({ ping: 1 }));
    const request = parseRequest(message(Buffer.concat([flags(3), body, Buffer.alloc(4)])));
    expect(request).toMatchObject({ silent: true, requestId: 7 });
  });

  test('the opening hello may be an OP_QUERY', () => {
    const query = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from('admin.$cmd\0'),
      Buffer.alloc(8),
      serialize({ hello: 1 }),
    ]);
    const request = parseRequest(message(query, 2004));
    expect(request).toMatchObject({ legacy: true, body: { $db: 'admin' } });
    expect(deserialize(encodeReply(request, { ok: 1 }).subarray(36))).toEqual({ ok: 1 });
  });
});

test('a batch of stored documents is the BSON that the driver expects', () => {
  const documents = Array.from({ length: 120 }, (_, i) => ({ _id: i, name: `é ${i}` }));
  const bytes = documents.map((document) => serialize(document));
  const reply = new CursorBatch('nextBatch', bytes, 77n, 'd.c').encode().subarray(REPLY_PREFIX_SIZE);
  const cursor = { nextBatch: documents, id: 77, ns: 'd.c' };
  expect(deserialize(reply)).toEqual({ cursor, ok: 1 });
});
