import type { Logger } from '../runtime/logger.ts';
import type { BusSession } from './bus-session.ts';

/**
 * Messages to the current listeners. They are neither stored nor repeated: for news that is worthless a moment later.
 */
export interface Broadcast {
  /**
   * Returns true if the message was handed to the broker; false, without an error, if no broker is connected. Never
   * waits.
   */
  broadcast(subject: string, payload: Uint8Array): boolean;
  /**
   * Calls `handle` with every message of the subject from now on, also after reconnections. Own messages are included.
   */
  listen(subject: string, handle: (payload: Uint8Array) => void): void;
}

export function createBroadcast(session: BusSession, logger: Logger): Broadcast {
  return {
    broadcast(subject, payload) {
      // Otherwise the client would keep the message until a broker is back, and by then it would be out of date.
      if (session.connected() !== true) return false;
      try {
        session.link().connection.publish(subject, payload);
        return true;
      } catch (error) {
        logger.debug({ err: error, subject }, 'Message was not broadcast');
        return false;
      }
    },
    listen(subject, handle) {
      session.onLink(({ connection }) => {
        connection.subscribe(subject, {
          callback: (error, message) => {
            if (error) logger.warn({ err: error, subject }, 'Subject cannot be listened to');
            else handle(message.data);
          },
        });
      });
    },
  };
}
