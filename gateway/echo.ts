/** Longest string, and longest JSON of a list or an object, that an error body repeats. */
const MAX_TEXT = 1_000;
const MAX_JSON = 4_096;

const SECRETS = /password|secret|token|^key$|api_?key/i;

/** Whether a field's value must never be repeated (decisions 1: 422). */
export const isSecret = (field: PropertyKey): boolean => SECRETS.test(String(field));

/** A refused value as an error body shows it: no secrets, nothing long. */
export function echo(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (typeof value !== 'object' || value === null) return value ?? null;
  const text = JSON.stringify(value, (field, held) => (isSecret(field) ? '**********' : held));
  return text.length > MAX_JSON ? `${text.slice(0, MAX_TEXT)}…` : JSON.parse(text);
}
