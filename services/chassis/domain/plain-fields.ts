/** Plain fields by name. A record always has its `required` fields. Null clears a `clearable` field. */
export type PlainFields = Readonly<Record<string, 'required' | 'clearable'>>;

type Filled<Plain, Input> = {
  [Name in keyof Plain & keyof Input]-?: Plain[Name] extends 'required'
    ? NonNullable<Input[Name]>
    : NonNullable<Input[Name]> | null;
};

/** The values of a new record's plain fields. A clearable field that was not sent is null. */
export function filled<Plain extends PlainFields, Input extends { [Name in keyof Plain]?: unknown }>(
  plain: Plain,
  input: Input,
): Filled<Plain, Input> {
  const values = Object.keys(plain).map((name) => [name, input[name as keyof Plain] ?? null]);
  return Object.fromEntries(values) as Filled<Plain, Input>;
}

/**
 * The values of the plain fields after a change: null clears a clearable field, and leaves a required one as it is
 * (decisions 1: Null).
 */
export function changed<Plain extends PlainFields, State extends { [Name in keyof Plain]: unknown }>(
  plain: Plain,
  before: State,
  changes: { [Name in keyof Plain]?: unknown },
): Pick<State, keyof Plain & keyof State> {
  const values = (Object.keys(plain) as (keyof Plain & string)[]).map((name) => {
    const change = changes[name];
    const isKept = plain[name] === 'clearable' ? change === undefined : change == null;
    return [name, isKept ? before[name] : change];
  });
  return Object.fromEntries(values) as Pick<State, keyof Plain & keyof State>;
}
