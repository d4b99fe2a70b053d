/** Longest string, and longest JSON of a list or an object, that an error body repeats. */
const MAX_TEXT = 1_000;
const MAX_JSON = 4_096;

const HIDDEN = '**********';

const SECRETS = /password|secret|token|^key$|api_?key/i;

/**
 * Secrets, by their beginning: values of API keys, secrets of webhooks, access tokens. However short, since the text may
 * have been cut within one.
 */
const KNOWN_FORMS = /(?:slv_|whsec_|eyJ)[\w+/=.-]*/g;

/** The part of an email address before its `@`. */
const MAILBOX = /^[^\s:/\\?#%]*$/;
const MAX_MAILBOX = 64;
/** A URL, whole or in part, that holds neither a name nor a password: none before an `@`, and no port that is no number. */
const OPEN_URL = /^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[\w.-]{0,255}(?::\d{1,5})?(?:[/?#]|$)/i;

/**
 * A refused value as an error body shows it: nothing secret and nothing long (decisions 1: 422). `path` is where it
 * stands. Its work is bounded by what is shown, not by what was sent.
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

/** A field's name, which may be of the caller's making, too. */
export const echoName = (name: string): string => echoText(name, false);

/** Whether a field's value must never be repeated. */
const isSecret = (field: string): boolean => SECRETS.test(field.slice(0, MAX_TEXT));
const isUrlField = (field: string): boolean => {
  const name = field.toLowerCase();
  return name.endsWith('url') || name === 'picture';
};

function echoText(text: string, isUrl: boolean): string {
  if (isUrl && !isOpenUrl(text)) return HIDDEN;
  // Shortens first: no pattern sees more than is shown.
  const shown = shortened(withoutUserinfo(text));
  return shown.replace(KNOWN_FORMS, HIDDEN);
}

function isOpenUrl(text: string): boolean {
  return !text.includes('@') && !text.includes('%40') && OPEN_URL.test(text.slice(0, MAX_TEXT));
}

/** The text before an `@` may be a password, wherever the URL is malformed, unless it reads as a mailbox. */
function withoutUserinfo(text: string): string {
  const end = Math.max(text.lastIndexOf('@'), text.lastIndexOf('%40'));
  const isHidden = end > MAX_MAILBOX || (end >= 0 && !MAILBOX.test(text.slice(0, end)));
  return isHidden ? HIDDEN + text.slice(end) : text;
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** JSON of what is shown of a list or an object; written no further than what is repeated of it. */
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
