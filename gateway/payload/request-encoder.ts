import { EncodedRequest } from '#chassis/rpc/encoded-request.ts';
import { type Domain, loadService, type RpcDefinition, type Rpcs, type ServiceName } from '#chassis/rpc/proto.ts';

/**
 * Encodes a request in parts, so that the complete request never exists as objects. Protobuf reads concatenated
 * messages as one message, and joins their lists.
 */
export class RequestEncoder<Request> {
  /** Encoded bytes so far. */
  length = 0;
  readonly #serialize: RpcDefinition['requestSerialize'];
  readonly #parts: Buffer[] = [];

  constructor(serialize: RpcDefinition['requestSerialize']) {
    this.#serialize = serialize;
  }

  /** Adds a part of the request. The fields that it lacks are in other parts. */
  add(part: Partial<Request>): void {
    const bytes = this.#serialize(part as object);
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /**
   * Returns the request of all added parts and `rest`. `rest` is not stored, so the same parts can make another
   * request.
   */
  finish(rest: Partial<Request> = {}): EncodedRequest<Request> {
    return new EncodedRequest(Buffer.concat([...this.#parts, this.#serialize(rest)]));
  }
}

/** Creates an encoder for the requests of an rpc. */
export function requestEncoder<D extends Domain, S extends ServiceName<D>, Name extends keyof Rpcs<D, S> & string>(
  domain: D,
  service: S,
  rpc: Name,
): RequestEncoder<Rpcs<D, S>[Name]['request']> {
  const definition = loadService(domain, service)[rpc];
  if (!definition) throw new Error(`${service} has no rpc ${rpc}`);
  return new RequestEncoder(definition.requestSerialize);
}
