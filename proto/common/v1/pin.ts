/**
 * Pins a public zod type to the message that carries it: a field that one side has and the other lacks,
 * or that differs in type, fails the type check (design: each fact has one owner).
 *
 *     export type Pins = Agree<[Pinned<Client, ClientMessage>, …]>;
 */
export type Agree<Pins extends true[]> = Pins;

/** `true` where both say the same; otherwise both sides, for the compiler's message. */
export type Pinned<Public, Message> = Same<Wire<Public>, Wire<Message>>;

/** A type as a message has it: null in JSON is absent, a list or a message is always there, closed words are text. */
type Wire<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T]-?: Wire<NonNullable<T[K]>> | Absence<T, K> }
      : T;

type Absence<T, K extends keyof T> =
  NonNullable<T[K]> extends object
    ? never
    : Record<never, never> extends Pick<T, K>
      ? undefined
      : null extends T[K]
        ? undefined
        : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : Differ<A, B>) : Differ<A, B>;
type Differ<A, B> = { public: A; message: B };
