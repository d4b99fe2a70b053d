import { authenticationFailed, type Credential, ScramConversation } from './scram.ts';

export const MECHANISM = 'SCRAM-SHA-256';
/** Maximum failed attempts of one connection. They are enough for a user who mistypes. */
const MOST_FAILURES = 3;

/** The login state of one connection. */
export class Authentication {
  readonly #credential: Credential | undefined;
  #conversation: ScramConversation | undefined;
  #failures = 0;
  /** True if the client has proved that it knows the password, or if no password is needed. */
  passed: boolean;

  /** If there is no credential, every client may use the engine. */
  constructor(credential: Credential | undefined) {
    this.#credential = credential;
    this.passed = credential === undefined;
  }

  /** Answers the client's first message. @throws MongoError 18 if the login fails */
  begin(message: string): string {
    return this.#attempt(() => {
      if (this.#credential === undefined) throw authenticationFailed();
      this.#conversation = new ScramConversation(this.#credential, message);
      return this.#conversation.challenge;
    });
  }

  /** Answers the client's last message. @throws MongoError 18 if the login fails */
  finish(message: string): string {
    return this.#attempt(() => {
      const conversation = this.#conversation;
      this.#conversation = undefined;
      if (conversation === undefined) throw authenticationFailed();
      const proof = conversation.finish(message);
      this.passed = true;
      return proof;
    });
  }

  #attempt(step: () => string): string {
    if (this.#failures >= MOST_FAILURES) throw authenticationFailed();
    try {
      return step();
    } catch (error) {
      this.#failures++;
      throw error;
    }
  }
}
