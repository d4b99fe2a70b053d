import { AppError, type FieldIssue, hasCode } from '#chassis/domain/errors.ts';
import { parseJson } from './json.ts';
import { parseParameters } from './validate.ts';

/** Bytes. A longer body is judged piece by piece, by what it holds (`pieces.ts`), and is not read again. */
const MOST = 1024 * 1024;
/** The path leads to no value of the request. */
const NOTHING = Symbol('nothing');

/** The request as it came. */
export interface Sent {
  url: string | undefined;
  /** The bytes of a JSON body; undefined for any other body. */
  body: Buffer | undefined;
}

/**
 * A validation_failed whose issues show as `input` what was sent at their `loc`. Rules read a value after nulls are left out, texts
 * trimmed and numbers made exact, and show that. Any other error, and an issue about what was not sent, stays as it is.
 */
export function withSentInput(error: unknown, { url, body }: Sent): unknown {
  if (!hasCode(error, 'validation_failed') || !error.issues) return error;
  const { code, message, issues, cause } = error;
  const query = url?.includes('?') ? url.slice(url.indexOf('?') + 1) : undefined;
  const roots = new Map<string | undefined, unknown>();
  if (query !== undefined && hasIssueIn('query', issues))
    roots.set(
      'query',
      tried(() => parseParameters(query, 'query')),
    );
  if (body && body.length > 0 && body.length <= MOST && hasIssueIn('body', issues))
    roots.set(
      'body',
      tried(() => parseJson(body)),
    );
  return new AppError(code, message, { issues: issues.map((issue) => shownAs(issue, roots.get(issue.loc[0]))), cause });
}

const hasIssueIn = (part: string, issues: readonly FieldIssue[]) => issues.some(({ loc }) => loc[0] === part);

/** A body that cannot be read was refused for that, and its issue says so. */
function tried(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function shownAs(issue: FieldIssue, root: unknown): FieldIssue {
  if (typeof root !== 'object' || root === null) return issue;
  // The issue of a missing field shows the object that lacks it.
  const path = issue.loc.slice(1, issue.type === 'missing' ? -1 : undefined);
  const input = at(root, path);
  return input === NOTHING ? issue : { ...issue, input };
}

function at(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return NOTHING;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
