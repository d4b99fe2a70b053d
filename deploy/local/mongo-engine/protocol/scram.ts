import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MongoError } from '../values/error.ts';

/** Iterations that MongoDB asks of a client by default. */
const ITERATIONS = 15_000;
/** No client's message is nearly as long. */
const MOST_CHARACTERS = 1024;

/** A client's wish for no channel binding: `n,,` in base64. */
const NO_BINDING = 'c=biws';

/** The server's form of a password: it cannot be used to log in. */
export interface Credential {
  user: string;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
}

/** Takes some 10 ms. `user` and `password` are ASCII without `,` and `=`, so that nothing has to be escaped or prepared. */
export function createCredential(user: string, password: string): Credential {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  return { user, salt, storedKey, serverKey: hmac(salted, 'Server Key') };
}

/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding. Costs a few hashes. */
export class ScramConversation {
  readonly #credential: Credential;
  /** `r=…`, of both sides. */
  readonly #nonce: string;
  readonly #clientFirst: string;
  /** The server's first message. */
  readonly challenge: string;

  /** @throws MongoError 18 for a message that is none, or names another user */
  constructor(credential: Credential, clientFirst: string) {
    const [binding, authorisation, user, nonce = '', ...more] = fieldsOf(clientFirst);
    const known = binding === 'n' && authorisation === '' && user === `n=${credential.user}` && more.length === 0;
    if (!known || !nonce.startsWith('r=')) throw authenticationFailed();
    this.#credential = credential;
    this.#clientFirst = `${user},${nonce}`;
    this.#nonce = `${nonce}${randomBytes(24).toString('base64')}`;
    this.challenge = `${this.#nonce},s=${credential.salt.toString('base64')},i=${ITERATIONS}`;
  }

  /** The server's last message, which proves that it knows the password too. @throws MongoError 18 where the client does not */
  finish(clientFinal: string): string {
    const [binding, nonce, proof = ''] = fieldsOf(clientFinal);
    const { storedKey, serverKey } = this.#credential;
    const exchange = `${this.#clientFirst},${this.challenge},${binding},${nonce}`;
    const clientKey = xor(Buffer.from(proof.slice('p='.length), 'base64'), hmac(storedKey, exchange));
    const proved = timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey);
    if (!proved || binding !== NO_BINDING || nonce !== this.#nonce) throw authenticationFailed();
    return `v=${hmac(serverKey, exchange).toString('base64')}`;
  }
}

export const authenticationFailed = (): MongoError =>
  new MongoError(18, 'AuthenticationFailed', 'Authentication failed.');

function fieldsOf(message: string): string[] {
  if (message.length > MOST_CHARACTERS) throw authenticationFailed();
  return message.split(',');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(b.map((byte, i) => byte ^ (a[i] ?? 0)));
}
