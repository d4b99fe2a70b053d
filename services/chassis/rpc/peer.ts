import type { ServerUnaryCall } from '@grpc/grpc-js';

type AnyCall = Pick<ServerUnaryCall<unknown, unknown>, 'getAuthContext'>;

const names = new WeakMap<object, string>();

/** The common name of the peer's certificate; undefined when it has none that our CA signed. */
export function peerName(call: AnyCall): string | undefined {
  const connection = connectionOf(call);
  const known = connection && names.get(connection);
  if (known !== undefined) return known;
  const subject = call.getAuthContext().sslPeerCertificate?.subject.CN;
  const name = Array.isArray(subject) ? undefined : subject;
  if (connection && name !== undefined) names.set(connection, name);
  return name;
}

/**
 * The HTTP/2 session under a call. grpc-js parses the certificate anew for every `getAuthContext`, which would be a large
 * part of a call's cost, and shows no connection to remember it by; so this looks inside, and copes with finding nothing.
 */
function connectionOf(call: AnyCall): object | undefined {
  return (call as { call?: { stream?: { session?: object } } }).call?.stream?.session;
}
