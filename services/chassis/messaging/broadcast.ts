import type { Logger } from '../runtime/logger.ts';
import type { BusSession } from './bus-session.ts';

/** Messages to whoever listens now: nothing is stored, nothing is repeated. For what is worthless a moment later. */
export interface Broadcast {
  /** Whether it was handed to the broker; false, without an error, while there is none. Never waits. */
  broadcast(subject: string, payload: Uint8Array): boolean;
  /** Hears every message of the subject from now on, across reconnections; one's own too. */
  listen(subject: string, handle: (payload: Uint8Array) => void): void;
}

export function createBroadcast(session: BusSession, logger: Logger): Broadcast {
  return {
    broadcast(subject, payload) {
      // The client would keep the message for a broker that is away, and it would be stale by then.
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
