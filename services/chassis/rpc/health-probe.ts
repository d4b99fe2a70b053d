import { type Channel, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { service as health } from 'grpc-health-check';
import { unaryCall } from './client-call.ts';

/** Milliseconds within which a process that works says so. */
export const PATIENCE = 1_000;

const CHECK = health.Check as MethodDefinition<object, object>;

/** Asks a service whether it serves, by the gRPC health protocol. Who asks meanwhile shares the answer. Never rejects. */
export function healthProbe(channel: Channel): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      const reply = await unaryCall(channel, CHECK, { service: '' }, new Metadata(), Date.now() + PATIENCE);
      return (reply as { status: string }).status === 'SERVING';
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  }

  return () => {
    asking ??= ask();
    return asking;
  };
}
