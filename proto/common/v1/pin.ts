/**
 * Checks that a public zod type and its message agree. A field that only one of them has, or whose types differ, is a
 * compile error (design: each fact has one owner).
 *
 *     export type Pins = Agree<[Pinned<Client, ClientMessage>, …]>;
 */
export type Agree<Pins extends true[]> = Pins;

/** `true` if both types are equal. Otherwise both types, so that the compiler's message shows them. */
export type Pinned<Public, Message> = Same<Wire<Public>, Wire<Message>>;

/** The type in a message: null in JSON becomes absent, lists and messages are always present, enums become text. */
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
