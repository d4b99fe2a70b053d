import { AppError, type FieldIssue, hasCode } from '#chassis/domain/errors.ts';
import { parseJson } from './json.ts';
import { parseParameters } from './validate.ts';

/**
 * Maximum bytes of a body that is parsed again. A longer body is validated piece by piece (`pieces.ts`), and its faults
 * show the validated values.
 */
const MOST = 1024 * 1024;
/** Result of `at` if the path leads to no value. */
const NOTHING = Symbol('nothing');

/** The request as the caller sent it. */
export interface Sent {
  url: string | undefined;
  /** The bytes of a JSON body; undefined for any other body. */
  body: Buffer | undefined;
}

/**
 * Changes a validation_failed: `input` of each issue becomes the value that the caller sent at its `loc`. Rules see,
 * and show, a value without nulls, with trimmed texts and exact numbers. Returns any other error unchanged. An issue
 * about a value that was not sent stays unchanged, too.
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

/** Returns undefined for a body that cannot be parsed: its own issue says so. */
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
