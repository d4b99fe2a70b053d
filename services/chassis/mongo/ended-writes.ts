import { createRequire } from 'node:module';

/** What is used of a connection of the driver (`mongodb/lib/cmap/connection.js`), which it keeps to itself. */
interface DriverConnection {
  /** Why it ended. */
  readonly error: Error | null;
  once(event: 'close', listener: () => void): this;
  off(event: 'close', listener: () => void): this;
  writeCommand(command: unknown, options: unknown): Promise<void>;
}

/**
 * Ends a command's write when its connection ends. The driver (7.8, 7.9) waits until a full socket has drained. It waits so
 * for a socket that was just destroyed, too, which never drains: it listens for an error then, and not for the end. Where the
 * command asks whether the server is there, the process would take the server for lost until its own end.
 */
export function endWritesWithTheirConnection(): void {
  // Of the driver that mongoose has.
  const mongoose = createRequire(import.meta.url).resolve('mongoose');
  const { Connection } = createRequire(mongoose)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: DriverConnection };
  };
  const { writeCommand } = Connection.prototype;
  if (typeof writeCommand !== 'function')
    throw new Error('This driver writes otherwise: is ended-writes.ts still needed?');
  Connection.prototype.writeCommand = async function (command, options) {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const onClose = () => reject(this.error);
    this.once('close', onClose);
    try {
      await Promise.race([writeCommand.call(this, command, options), ended]);
    } finally {
      this.off('close', onClose);
    }
  };
}
