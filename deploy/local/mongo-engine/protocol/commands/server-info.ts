import type { Document } from 'bson';
import { ANY, ANY_OTHER, type Fields } from '../../values/fields.ts';
import { MECHANISM } from '../authentication.ts';
import type { Context } from '../context.ts';
import { MAX_MESSAGE_SIZE } from '../wire.ts';

/** Wire version of MongoDB 7.0, whose behaviour the engine follows. */
const MAX_WIRE_VERSION = 21;
const MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;
export const REPLICA_SET = 'rs0';

/** Clients of all versions send further fields about themselves. */
export const HELLO: Fields = { [ANY_OTHER]: ANY };

/**
 * Presents the engine as the primary of a replica set with one member, so that clients use transactions and retryable
 * writes.
 */
export function hello({ command, connection }: Context): Document {
  const { address } = connection;
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    setName: REPLICA_SET,
    hosts: [address],
    me: address,
    maxBsonObjectSize: MAX_DOCUMENT_SIZE,
    maxMessageSizeBytes: MAX_MESSAGE_SIZE,
    maxWriteBatchSize: 100_000,
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    ...(command.has('saslSupportedMechs') && { saslSupportedMechs: [MECHANISM] }),
    ok: 1,
  };
}

/** A shell asks for it when it connects. */
export const buildInfo = (): Document => ({ version: '7.0.0', storageEngines: ['lmdb'], ok: 1 });
