/**
 * Only this file changes a private part of the MongoDB driver: `Connection.prototype.writeCommand` of
 * `mongodb/lib/cmap/connection.js`.
 *
 * The driver waits until a full socket has drained. It also waits for a socket that was just destroyed, which never
 * drains: the driver listens for `error`, but not for `close`. If the command is the check of the server (hello), the
 * process would count the server as lost until its own end. The driver has no public way to end such a write.
 */
import { createRequire } from 'node:module';

/**
 * The version whose source was read. After an upgrade, check that the override is still needed, and that `writeCommand`
 * is unchanged.
 */
export const KNOWN_DRIVER = '7.8.0';

interface DriverConnection {
  /** The error that closed the connection. */
  readonly error: Error | null;
  once(event: 'close', listener: () => void): this;
  off(event: 'close', listener: () => void): this;
  writeCommand(command: unknown, options: unknown): Promise<void>;
}

/** Makes the write of a command fail when its connection closes. @throws Error for an unknown version of the driver */
export function endWritesWithTheirConnection(): void {
  // mongoose has its own copy of the driver.
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
