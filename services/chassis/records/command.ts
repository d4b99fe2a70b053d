import type { z } from 'zod';
import type { Call } from '../rpc/context.ts';
import { type UnaryMethod, type UnaryOptions, unary } from '../rpc/endpoint.ts';
import type { Transaction, Writer, Written } from '../unit-of-work/write.ts';

/** The fields of every reply to a write, in addition to its own. */
export interface Answered {
  eventId: string;
  replayed: boolean;
}

/** The same fields for a reply to a read, whose message is that of a write. */
export const NOT_WRITTEN: Answered = { eventId: '', replayed: false };

/** Makes rpcs that are one transaction. `handle` runs again after a lost race. */
export const commandOf =
  (writer: Writer) =>
  <Schema extends z.ZodType, Reply extends object>(
    schema: Schema,
    access: UnaryOptions,
    handle: (request: z.output<Schema>, tx: Transaction) => Promise<Reply>,
  ): UnaryMethod<Reply & Answered> =>
    unary(schema, async (request, call) => replyOf(await writer.write(call, (tx) => handle(request, tx))), access);

/**
 * Makes rpcs with slow work, or calls to other services, before the transaction: `prepare` runs as in `writePrepared`.
 */
export const preparedOf =
  (writer: Writer) =>
  <Schema extends z.ZodType, Prepared, Reply extends object>(
    schema: Schema,
    access: UnaryOptions,
    prepare: (request: z.output<Schema>, call: Call) => Promise<Prepared>,
    handle: (request: z.output<Schema>, tx: Transaction, prepared: Prepared) => Promise<Reply>,
  ): UnaryMethod<Reply & Answered> =>
    unary(
      schema,
      async (request, call) => {
        const preparing = () => prepare(request, call);
        return replyOf(await writer.writePrepared(call, preparing, (tx, prepared) => handle(request, tx, prepared)));
      },
      access,
    );

/** The reply to a write. */
export const replyOf = <T extends object>({ value, eventId, replayed }: Written<T>): T & Answered => ({
  ...value,
  eventId,
  replayed,
});
