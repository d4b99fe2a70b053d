import { z } from 'zod';

const number = z.int().nonnegative();

/** What one gateway tells the others. */
const UsageMessage = z.object({
  from: z.string().min(1).max(64),
  /** Window, holder, and what the sender has accepted of it in that window: absolute, so that a repetition is harmless. */
  counts: z.array(z.tuple([number, z.string().max(300), number])),
  /** The sender has heard nothing so far: to be told everything. */
  isNew: z.boolean().optional(),
  /** To be answered with all that the receiver has not told yet. */
  asks: number.optional(),
  /** Whose questions this answers. */
  answers: z.array(z.tuple([z.string(), number])).optional(),
});
export type UsageMessage = z.output<typeof UsageMessage>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const encodeUsage = (message: UsageMessage): Uint8Array => encoder.encode(JSON.stringify(message));

/** Nothing for what is no such message. */
export function decodeUsage(bytes: Uint8Array): UsageMessage | undefined {
  try {
    return UsageMessage.safeParse(JSON.parse(decoder.decode(bytes))).data;
  } catch {
    return undefined;
  }
}
