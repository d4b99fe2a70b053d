import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import mongoose from 'mongoose';

const { serialize, deserialize } = mongoose.mongo.BSON;
const { Long, UUID } = mongoose.mongo;
type Document = Record<string, unknown>;

/** The fields of a write with this number in a new session, which the client may send again. */
export const numbered = (number: number) => ({ lsid: { id: new UUID() }, txnNumber: Long.fromNumber(number) });

/** The fields of a command in a new transaction. */
export const inTransaction = () => ({ ...numbered(1), autocommit: false });

/**
 * A connection that sends any bytes, also bytes that no driver would send. The engine closes it when it ends.
 */
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

  /** The first batch of a find. */
  async find(command: Document & { find: string }): Promise<Document[]> {
    const { cursor } = (await this.command(command)) as { cursor: { firstBatch: Document[] } };
    return cursor.firstBatch;
  }

  commit(transaction: Document): Promise<Document> {
    return this.command({ commitTransaction: 1, ...transaction, $db: 'admin' });
  }

  abort(transaction: Document): Promise<Document> {
    return this.command({ abortTransaction: 1, ...transaction, $db: 'admin' });
  }

  /** Sends a command (by default to the database `d`), or the bytes of one, and does not wait for the reply. */
  send(body: Document | Buffer): void {
    const document = Buffer.isBuffer(body) ? body : serialize({ ...body, $db: body.$db ?? 'd' });
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
