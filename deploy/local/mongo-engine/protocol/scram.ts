import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { MongoError } from '../values/error.ts';

/** MongoDB's default number of iterations. */
const ITERATIONS = 15_000;
/** Maximum length of a client's message. Real messages are much shorter. */
const MOST_CHARACTERS = 1024;

/** The client's field for "no channel binding": `n,,` in base64. */
const NO_BINDING = 'c=biws';

/** The server's form of a password. Nobody can log in with it. */
export interface Credential {
  user: string;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
}

/**
 * Takes about 10 ms. `user` and `password` must be ASCII without `,` and `=`, because nothing is escaped or normalised
 * here.
 */
export function createCredential(user: string, password: string): Credential {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  return { user, salt, storedKey, serverKey: hmac(salted, 'Server Key') };
}

/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), without channel binding. */
export class ScramConversation {
  readonly #credential: Credential;
  /** `r=…`: the nonce of the client, followed by that of the server. */
  readonly #nonce: string;
  readonly #clientFirst: string;
  /** The server's first message. */
  readonly challenge: string;

  /** @throws MongoError 18 if the message is malformed or names another user */
  constructor(credential: Credential, clientFirst: string) {
    const [binding, authorisation, user, nonce = '', ...more] = fieldsOf(clientFirst);
    const known = binding === 'n' && authorisation === '' && user === `n=${credential.user}` && more.length === 0;
    if (!known || !nonce.startsWith('r=')) throw authenticationFailed();
    this.#credential = credential;
    this.#clientFirst = `${user},${nonce}`;
    this.#nonce = `${nonce}${randomBytes(24).toString('base64')}`;
    this.challenge = `${this.#nonce},s=${credential.salt.toString('base64')},i=${ITERATIONS}`;
  }

  /**
   * @returns the server's last message, which proves that the server knows the password, too. @throws MongoError 18 if
   * the client's proof is wrong
   */
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
