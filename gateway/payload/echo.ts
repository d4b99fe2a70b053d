/** Maximum characters of a text in an error body. */
const MAX_TEXT = 1_000;
/** Maximum characters of a list or an object in an error body, as JSON. */
const MAX_JSON = 4_096;

const HIDDEN = '**********';

const SECRETS = /password|secret|token|^key$|api_?key/i;

/**
 * Secrets with a known beginning: values of API keys, secrets of webhooks, access tokens. A secret of any length
 * matches, because the text may have been cut inside it.
 */
const KNOWN_FORMS = /(?:slv_|whsec_|eyJ)[\w+/=.-]*/g;

/** The part of an email address before its `@`. */
const MAILBOX = /^[^\s:/\\?#%]*$/;
const MAX_MAILBOX = 64;
/** A URL, or its beginning, without a user name or password: it has no `@`, and its port, if any, is a number. */
const OPEN_URL = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[\w.-]{0,255}(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * A refused value as an error body shows it: without secrets, and shortened (decisions 1: 422). `path`: the position of
 * the value. The work depends on the length of the shown text, not of the value.
 */
export function echo(value: unknown, path: readonly string[] = []): unknown {
  if (value === undefined || value === null) return null;
  if (path.some(isSecret)) return HIDDEN;
  const isUrl = path.some(isUrlField);
  if (typeof value === 'string') return echoText(value, isUrl);
  if (typeof value !== 'object') return value;
  const { text, isWhole } = shownJson(value, isUrl);
  return isWhole ? JSON.parse(text) : shortened(text);
}

/** A field's name as an error body shows it. Callers can invent field names. */
export const echoName = (name: string): string => echoText(name, false);

/** True if a field's value must never be shown. */
const isSecret = (field: string): boolean => SECRETS.test(field.slice(0, MAX_TEXT));
const isUrlField = (field: string): boolean => {
  const name = field.toLowerCase();
  return name.endsWith('url') || name === 'picture';
};

function echoText(text: string, isUrl: boolean): string {
  if (isUrl && !isOpenUrl(text)) return HIDDEN;
  // Shortens first, so that the pattern reads only the shown text.
  const shown = shortened(withoutUserinfo(text));
  return shown.replace(KNOWN_FORMS, HIDDEN);
}

function isOpenUrl(text: string): boolean {
  return !text.includes('@') && !text.includes('%40') && OPEN_URL.test(text.slice(0, MAX_TEXT));
}

/** Hides the text before an `@`, unless it looks like a mailbox: in a malformed URL it may be a password. */
function withoutUserinfo(text: string): string {
  const end = Math.max(text.lastIndexOf('@'), text.lastIndexOf('%40'));
  const isHidden = end > MAX_MAILBOX || (end >= 0 && !MAILBOX.test(text.slice(0, end)));
  return isHidden ? HIDDEN + text.slice(end) : text;
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** The JSON of a list or an object, written only as far as it is shown. */
function shownJson(value: object, isUrl: boolean): { text: string; isWhole: boolean } {
  let text = '';
  for (const part of jsonParts(value, isUrl)) {
    text += part;
    if (text.length > MAX_JSON) return { text, isWhole: false };
  }
  return { text, isWhole: true };
}

function* jsonParts(value: unknown, isUrl: boolean): Generator<string> {
  if (typeof value === 'string') yield JSON.stringify(echoText(value, isUrl));
  else if (typeof value !== 'object' || value === null) yield JSON.stringify(value ?? null);
  else if (Array.isArray(value)) yield* listParts(value, isUrl);
  else yield* objectParts(value, isUrl);
}

function* listParts(items: unknown[], isUrl: boolean): Generator<string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* jsonParts(item, isUrl);
  }
  yield ']';
}

function* objectParts(value: object, isUrl: boolean): Generator<string> {
  yield '{';
  let separator = '';
  for (const name in value) {
    yield `${separator}${JSON.stringify(echoName(name))}:`;
    const held = (value as Record<string, unknown>)[name];
    yield* isSecret(name) ? [JSON.stringify(HIDDEN)] : jsonParts(held, isUrl || isUrlField(name));
    separator = ',';
  }
  yield '}';
}
