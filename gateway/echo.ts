/** Longest string, and longest JSON of a list or an object, that an error body repeats. */
const MAX_TEXT = 1_000;
const MAX_JSON = 4_096;

const SECRETS = /password|secret|token|^key$|api_?key/i;

/** What is a secret wherever it stands: values of API keys, secrets of webhooks, access tokens. */
const KNOWN_FORMS = /slv_[\dA-Za-z]{49}|whsec_[\w+/=-]{16,}|eyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const HIDDEN = '**********';

/** Whether a field's value must never be repeated (decisions 1: 422). */
export const isSecret = (field: PropertyKey): boolean => SECRETS.test(String(field));

/** A refused value as an error body shows it: no secrets, nothing long. */
export function echo(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value.replace(KNOWN_FORMS, HIDDEN), MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const text = JSON.stringify(value, (field, held) => (isSecret(field) ? HIDDEN : held)).replace(KNOWN_FORMS, HIDDEN);
  return text.length > MAX_JSON ? shortened(text, MAX_TEXT) : JSON.parse(text);
}

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text);
