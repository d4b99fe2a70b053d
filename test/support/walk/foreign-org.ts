import type { Walk } from './walk.ts';

/**
 * An admin of another org is shown nothing of this one, and changes nothing: the admin's own call, which comes after, finds
 * the record as it was.
 */
export function judgeForeignOrg({ calls, values }: Walk): unknown[] {
  const ids = new Set([...idsIn(values), ...calls.flatMap((call) => idsIn(call.values))]);
  const tries = calls.filter(({ caller }) => caller === 'stranger');
  return tries.flatMap(({ target, route, url, body, answer: { status, text } }) => {
    const sent = url + body;
    const hasNamed = [...ids].some((id) => sent.includes(id));
    const isNotFound = status === 404 && text.includes('not_found');
    if (target.path.includes('{') && !isNotFound) return [[route, status, text]];
    if (hasNamed && status === 200) return [[route, 'takes what is of another org', sent]];
    const shown = [...ids].filter((id) => text.includes(id) && !sent.includes(id));
    return shown.map((id) => [route, 'shows', id]);
  });
}

/** Numbers of documents are those of another org too. */
const idsIn = (values: Record<string, string>) =>
  Object.values(values).filter((value) => /^([0-9a-f]{24}|evt_.*)$/.test(value));
