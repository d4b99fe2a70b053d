import { authenticationFailed, type Credential, ScramConversation } from './scram.ts';

export const MECHANISM = 'SCRAM-SHA-256';
/** More on one connection is no client that mistypes. */
const MOST_FAILURES = 3;

/** Whether one connection may use the engine. */
export class Authentication {
  readonly #credential: Credential | undefined;
  #conversation: ScramConversation | undefined;
  #failures = 0;
  /** The client has proved that it knows the password, or needs none. */
  passed: boolean;

  /** Without a credential everybody may. */
  constructor(credential: Credential | undefined) {
    this.#credential = credential;
    this.passed = credential === undefined;
  }

  /** Answers the client's first message. @throws MongoError 18 */
  begin(message: string): string {
    return this.#attempt(() => {
      if (this.#credential === undefined) throw authenticationFailed();
      this.#conversation = new ScramConversation(this.#credential, message);
      return this.#conversation.challenge;
    });
  }

  /** Answers its last one. @throws MongoError 18 */
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
