/**
 * The one place that reads a private part of grpc-js: the HTTP/2 session under a call of a server.
 *
 * grpc-js parses the peer's certificate anew for every `getAuthContext`, which would be a large part of a call's cost, and shows
 * no connection by which the result could be remembered. Of another version than the known one nothing is read: every call
 * parses the certificate, which is right and slower.
 */
import { createRequire } from 'node:module';

/** The version whose source was read. At an upgrade: does `call.call.stream.session` still stand for the connection? */
export const KNOWN_GRPC = '1.14.7';

const isKnown = checkGrpc(createRequire(import.meta.url)('@grpc/grpc-js/package.json').version);

/** The connection of a call; undefined where it is not known. */
export function connectionOf(call: object): object | undefined {
  if (!isKnown) return undefined;
  return (call as { call?: { stream?: { session?: object } } }).call?.stream?.session;
}

/** Whether the version is the known one. Warns of another. */
export function checkGrpc(found: string): boolean {
  if (found === KNOWN_GRPC) return true;
  process.emitWarning(
    `grpc-js is version ${found}, and services/chassis/rpc/grpc-internals.ts knows ${KNOWN_GRPC}: ` +
      'calls cost more until its connection is looked up there again',
  );
  return false;
}
