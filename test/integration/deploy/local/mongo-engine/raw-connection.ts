import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import mongoose from 'mongoose';

const { serialize, deserialize } = mongoose.mongo.BSON;
type Document = Record<string, unknown>;

/** A connection that sends any bytes, also bytes that no driver would send. */
export class RawConnection {
  readonly socket: Socket;
  private received: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  private lastId = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk as Buffer]);
    });
    this.socket.on('error', () => {});
  }

  async command(body: Document | Buffer): Promise<Document> {
    this.send(body);
    while (this.received.length < 4 || this.received.length < this.received.readInt32LE(0)) {
      await once(this.socket, 'data');
    }
    const length = this.received.readInt32LE(0);
    // Every reply has these two fields. They are removed.
    const { operationTime: _, $clusterTime: __, ...reply } = deserialize(this.received.subarray(21, length));
    this.received = this.received.subarray(length);
    return reply;
  }

  /** Sends a command, or the bytes of one, and does not wait for the reply. */
  send(body: Document | Buffer): void {
    const document = Buffer.isBuffer(body) ? body : serialize(body);
    const message = Buffer.alloc(21 + document.length);
    message.writeInt32LE(message.length, 0);
    message.writeInt32LE(++this.lastId, 4);
    message.writeInt32LE(2013, 12);
    message.set(document, 21);
    this.socket.write(message);
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }
}
