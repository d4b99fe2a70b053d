/** A reply as it travels: made, or read, in parts, so that nobody holds it whole as objects. */
export class EncodedReply<Reply> {
  readonly bytes: Buffer;
  declare private readonly reply?: Reply;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
