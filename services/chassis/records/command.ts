import type { z } from 'zod';
import type { Call } from '../rpc/context.ts';
import { type UnaryMethod, type UnaryOptions, unary } from '../rpc/endpoint.ts';
import type { Transaction, Writer, Written } from '../unit-of-work/write.ts';

/** The fields of every reply to a write, besides its own. */
export interface Answered {
  eventId: string;
  replayed: boolean;
}

/** The same fields of a reply to a read, which has the form of a write's. */
export const NOT_WRITTEN: Answered = { eventId: '', replayed: false };

/** For rpcs that are one transaction: `handle` may run again when it has lost a race. */
export const commandOf =
  (writer: Writer) =>
  <Schema extends z.ZodType, Reply extends object>(
    schema: Schema,
    access: UnaryOptions,
    handle: (request: z.output<Schema>, tx: Transaction) => Promise<Reply>,
  ): UnaryMethod<Reply & Answered> =>
    unary(schema, async (request, call) => replyOf(await writer.write(call, (tx) => handle(request, tx))), access);

/**
 * The same after what takes long or asks others, and so does not belong into a transaction: `prepare` is as
 * of `writePrepared`.
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

/** A write as its reply says it. */
export const replyOf = <T extends object>({ value, eventId, replayed }: Written<T>): T & Answered => ({
  ...value,
  eventId,
  replayed,
});
