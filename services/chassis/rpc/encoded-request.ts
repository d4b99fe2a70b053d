/** A request that was encoded before its call. */
export class EncodedRequest<Request> {
  readonly bytes: Buffer;
  declare private readonly request?: Request;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
