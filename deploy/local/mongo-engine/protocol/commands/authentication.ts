import { Binary, type Document } from 'bson';
import { MongoError } from '../../values/error.ts';
import { ANY, type Fields, OBJECT, STRING } from '../../values/fields.ts';
import { MECHANISM } from '../authentication.ts';
import type { Context } from '../context.ts';

/** Id of the conversation. A connection has at most one at a time. */
const CONVERSATION = 1;

export const SASL_START: Fields = { mechanism: STRING, payload: ANY, options: OBJECT, autoAuthorize: ANY };
export const SASL_CONTINUE: Fields = { conversationId: ANY, payload: ANY };

export function saslStart({ command, connection }: Context): Document {
  if (command.text('mechanism') !== MECHANISM) {
    throw new MongoError(334, 'MechanismUnavailable', `Only ${MECHANISM} is supported.`);
  }
  return answer(connection.authentication.begin(payloadOf(command.value('payload'))), false);
}

export function saslContinue({ command, connection }: Context): Document {
  return answer(connection.authentication.finish(payloadOf(command.value('payload'))), true);
}

function payloadOf(value: unknown): string {
  return value instanceof Binary ? Buffer.from(value.value()).toString('utf8') : '';
}

function answer(payload: string, done: boolean): Document {
  return { conversationId: CONVERSATION, done, payload: new Binary(Buffer.from(payload)), ok: 1 };
}
