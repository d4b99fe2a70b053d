/**
 * The one place that changes a private part of the MongoDB driver: `Connection.prototype.writeCommand` of
 * `mongodb/lib/cmap/connection.js`.
 *
 * The driver waits until a full socket has drained. It waits so for a socket that was just destroyed, too, which never drains:
 * it listens for an error then, and not for the end. Where the command asks whether the server is there, the process would take
 * the server for lost until its own end. The driver offers no public way to end such a write.
 */
import { createRequire } from 'node:module';

/** The version whose source was read. At an upgrade: is the override still needed, and is `writeCommand` what it was? */
export const KNOWN_DRIVER = '7.8.0';

interface DriverConnection {
  /** Why it ended. */
  readonly error: Error | null;
  once(event: 'close', listener: () => void): this;
  off(event: 'close', listener: () => void): this;
  writeCommand(command: unknown, options: unknown): Promise<void>;
}

/** Ends a command's write when its connection ends. @throws Error for another version than the known one */
export function endWritesWithTheirConnection(): void {
  // The driver is mongoose's own copy.
  const driver = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  checkDriver(driver('mongodb/package.json').version);
  const { Connection } = driver('mongodb/lib/cmap/connection.js') as { Connection: { prototype: DriverConnection } };
  const { writeCommand } = Connection.prototype;
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

export function checkDriver(found: string): void {
  if (found === KNOWN_DRIVER) return;
  throw new Error(
    `The MongoDB driver is version ${found}, and services/chassis/mongo/driver-internals.ts knows ${KNOWN_DRIVER}: ` +
      'install the known version, or check the override there',
  );
}
