import { z } from 'zod';
import {
  Currency,
  described,
  integer,
  list,
  longText,
  MAX_LIST,
  number,
  recordId,
  text,
  timestamp,
} from './contract.ts';
import { Country, languageTag } from './locale.contract.ts';

/** Forms of a field: schema in a request (`sent`), schema in an answer (`answered`), and mongoose type (`stored`). */
export interface Kind<Sent extends z.ZodType = z.ZodType, Answered extends z.ZodType = z.ZodType> {
  sent: Sent;
  answered: Answered;
  stored: StringConstructor | NumberConstructor | BooleanConstructor;
}

const kind = <Sent extends z.ZodType, Answered extends z.ZodType>(
  sent: Sent,
  answered: Answered,
  stored: Kind['stored'],
): Kind<Sent, Answered> => ({ sent, answered, stored });

/** Names and codes: at most 255 characters. */
export const shortText = (bounds?: { min?: number; max?: number }) => kind(text(bounds), text(), String);
export const wholeNumber = (bounds?: { ge?: number; le?: number }) => kind(integer(bounds), z.int(), Number);
/** A text of at most 10,000 characters. */
export const freeText = (bounds?: { min: number }) => kind(longText(bounds), longText(), String);
export const realNumber = (bounds?: Parameters<typeof number>[0]) => kind(number(bounds), z.number(), Number);
export const oneOf = <Values extends z.ZodType>(values: Values) => kind(values, values, String);
/** Id of another record. The service checks that the record exists. */
export const reference = () => kind(recordId(), z.string(), String);
export const currency = () => kind(Currency, Currency, String);
export const country = () => kind(Country, Country, String);
export const language = () => kind(languageTag(), text(), String);

/**
 * A field of a resource.
 *
 * A **plain** field is stored and returned as it was sent. The service needs no code for it: `filled` and `changed` of the
 * chassis set it. The domain of the resource sets all other fields.
 */
export interface Field {
  /** Schema in the body of a create; absent: callers cannot set the field. */
  sent?: z.ZodType;
  /** Schema in an answer. */
  answered: z.ZodType;
  /** `clearable`: null clears the field; `required`: the field always has a value; absent: the field is not plain. */
  plain?: 'required' | 'clearable';
  stored?: Kind['stored'];
  /** Only a create may set the field. */
  onlyCreate?: true;
}

export type Fields = Readonly<Record<string, Field>>;

/** A plain field that every record has. */
export function required<Sent extends z.ZodType, Answered extends z.ZodType>(
  { sent, answered, stored }: Kind<Sent, Answered>,
  about: string,
) {
  return { sent: sent.describe(about), answered: answered.describe(about), plain: 'required', stored } as const;
}

/** A plain field that a create may leave out, and that null clears. */
export function clearable<Sent extends z.ZodType, Answered extends z.ZodType>(
  { sent, answered, stored }: Kind<Sent, Answered>,
  about: string,
) {
  return {
    sent: sent.exactOptional().describe(about),
    answered: answered.nullable().describe(about),
    plain: 'clearable',
    stored,
  } as const;
}

/** A field that the domain sets by its own rules. `stored` is absent if the service declares the mongoose schema itself. */
export const custom = <F extends Field & { sent: z.ZodType }>({ sent, answered, ...field }: F, about: string): F =>
  ({ ...field, sent: sent.describe(about), answered: answered.describe(about) }) as unknown as F;

/** A field that callers cannot set. `about` is absent if all resources share one description (`documentId`). */
export const readOnly = <F extends Omit<Field, 'sent'>>({ answered, ...field }: F, about?: string): F =>
  ({ ...field, answered: about === undefined ? answered : answered.describe(about) }) as unknown as F;

/**
 * A part of a record, of which the record has a list. A part that is sent with its id keeps the id (decisions 7: Order
 * lines). `title`: `contact`.
 */
export function partOf<const F extends Fields>(title: string, fields: F) {
  const about = `Id of an existing ${title}, to keep that ${title}. If it is absent, the service creates a new ${title}.`;
  return {
    plain: plainOf(fields),
    answered: z.strictObject(described({ id: z.string(), ...answeredShape(fields) })),
    sent: z.strictObject(described({ id: recordId().exactOptional().describe(about), ...sentShape(fields) })),
  };
}

/** A list of parts. The domain sets it with `partsAfter` of the chassis. */
export const parts = <Sent extends z.ZodType, Answered extends z.ZodType>(
  { sent, answered }: { sent: Sent; answered: Answered },
  about: string,
  max = MAX_LIST,
) => custom({ sent: list(sent, { max }).exactOptional(), answered: z.array(answered).nullable() }, about);

/** The status of a record. A create may set any status. Later, only moves change it (decisions 4). */
export const stateOf = <Status extends z.ZodType>(status: Status) =>
  ({ sent: status.exactOptional(), answered: status, onlyCreate: true, stored: String }) as const;

type AnsweredShape<F extends Fields> = { [Name in keyof F]: F[Name]['answered'] };
type SentShape<F extends Fields> = {
  [Name in keyof F as F[Name] extends { sent: z.ZodType } ? Name : never]: F[Name] extends {
    sent: infer Sent extends z.ZodType;
  }
    ? Sent
    : never;
};
type PatchShape<F extends Fields> = {
  [Name in keyof F as F[Name] extends { onlyCreate: true }
    ? never
    : F[Name] extends { sent: z.ZodType }
      ? Name
      : never]: F[Name] extends { sent: infer Sent extends z.ZodType } ? z.ZodExactOptional<Sent> : never;
};
/** The plain fields: name -> `required` or `clearable`. */
export type PlainFields<F extends Fields = Fields> = {
  [Name in keyof F as F[Name] extends { plain: string } ? Name : never]: F[Name] extends { plain: infer Plain }
    ? Plain
    : never;
};

/** Schema of a record in an answer: the id, the fields, and the times of creation and of the last change. */
export const recordOf = <const F extends Fields>(fields: F) =>
  z.strictObject(
    described({ id: z.string(), ...answeredShape(fields), createdAt: timestamp(), updatedAt: timestamp() }),
  );

/** The body of a create. */
export const inputOf = <const F extends Fields>(fields: F) => z.strictObject(described(sentShape(fields)));

/** The body of a change. Every field is optional. */
export function patchOf<const F extends Fields>(fields: F) {
  const changing = Object.entries(fields).filter(([, field]) => field.sent && !field.onlyCreate);
  const shape = Object.fromEntries(changing.map(([name, { sent }]) => [name, z.exactOptional(sent as z.ZodType)]));
  return z.strictObject(described(shape) as PatchShape<F>);
}

export function plainOf<const F extends Fields>(fields: F): PlainFields<F> {
  const plain = Object.entries(fields).flatMap(([name, field]) => (field.plain ? [[name, field.plain]] : []));
  return Object.fromEntries(plain) as PlainFields<F>;
}

const answeredShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { answered }]) => [name, answered])) as AnsweredShape<F>;

const sentShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { sent }]) => (sent ? [[name, sent]] : [])),
  ) as SentShape<F>;

/** Mongoose types of the fields whose declaration has `stored`. */
export type StoredFields<F extends Fields = Fields> = {
  [Name in keyof F as F[Name] extends { stored: unknown } ? Name : never]: F[Name] extends { stored: infer Stored }
    ? Stored
    : never;
};

export function storedOf<const F extends Fields>(fields: F): StoredFields<F> {
  const stored = Object.entries(fields).flatMap(([name, field]) => (field.stored ? [[name, field.stored]] : []));
  return Object.fromEntries(stored) as StoredFields<F>;
}
