import { EncodedRequest } from '#chassis/rpc/encoded-request.ts';
import { type Domain, loadService, type RpcDefinition, type Rpcs, type ServiceName } from '#chassis/rpc/proto.ts';

/**
 * Encodes a request in parts, so that nobody holds it whole as objects: protobuf reads messages that follow each other as
 * one, whose lists are joined.
 */
export class RequestEncoder<Request> {
  /** Bytes so far. */
  length = 0;
  readonly #serialize: RpcDefinition['requestSerialize'];
  readonly #parts: Buffer[] = [];

  constructor(serialize: RpcDefinition['requestSerialize']) {
    this.#serialize = serialize;
  }

  /** Adds a part of the request. Fields that it leaves out are in another part. */
  add(part: Partial<Request>): void {
    const bytes = this.#serialize(part as object);
    this.#parts.push(bytes);
    this.length += bytes.length;
  }

  /** The parts so far and `rest`, which is not kept: another request may be made of them. */
  finish(rest: Partial<Request> = {}): EncodedRequest<Request> {
    return new EncodedRequest(Buffer.concat([...this.#parts, this.#serialize(rest)]));
  }
}

/** The encoder of an rpc's requests. */
export function requestEncoder<D extends Domain, S extends ServiceName<D>, Name extends keyof Rpcs<D, S> & string>(
  domain: D,
  service: S,
  rpc: Name,
): RequestEncoder<Rpcs<D, S>[Name]['request']> {
  const definition = loadService(domain, service)[rpc];
  if (!definition) throw new Error(`${service} has no rpc ${rpc}`);
  return new RequestEncoder(definition.requestSerialize);
}
