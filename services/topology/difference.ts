type Config = Record<string, unknown>;

/** Names of the declared settings that have another value in force. */
export function differences(declared: object, inForce: object): string[] {
  const found = inForce as Config;
  return Object.entries(declared)
    .filter(([name, value]) => !sameValue(value, name === 'filter_subjects' ? filtersOf(found) : found[name]))
    .map(([name]) => name);
}

/** A consumer with one filter shows it as `filter_subject`. */
function filtersOf({ filter_subjects: several, filter_subject: one }: Config): unknown {
  return several ?? (one === undefined ? [] : [one]);
}

const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
