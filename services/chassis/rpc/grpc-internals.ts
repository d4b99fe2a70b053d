/**
 * Only this file reads a private part of grpc-js: the HTTP/2 session of a server's call.
 *
 * grpc-js parses the peer's certificate for every `getAuthContext`, which would be a large part of a call's cost. It
 * does not show the connection, so the result could not be remembered. With an unknown version of grpc-js nothing
 * private is read, and every call parses the certificate: correct, but slower.
 */
import { createRequire } from 'node:module';

/**
 * The version whose source was read. After an upgrade, check that `call.call.stream.session` is still the connection.
 */
export const KNOWN_GRPC = '1.14.7';

const isKnown = checkGrpc(createRequire(import.meta.url)('@grpc/grpc-js/package.json').version);

/** The connection of a call; undefined with an unknown version of grpc-js. */
export function connectionOf(call: object): object | undefined {
  if (!isKnown) return undefined;
  return (call as { call?: { stream?: { session?: object } } }).call?.stream?.session;
}

/** True if the version is the known one. Otherwise emits a warning. */
export function checkGrpc(found: string): boolean {
  if (found === KNOWN_GRPC) return true;
  process.emitWarning(
    `grpc-js is version ${found}, and services/chassis/rpc/grpc-internals.ts knows ${KNOWN_GRPC}: ` +
      'calls cost more until its connection is looked up there again',
  );
  return false;
}
