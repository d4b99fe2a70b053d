/** A comment of a source file. Consecutive `//` lines are one comment. */
export interface Comment {
  /** Number of the first line of the comment. The first line of the file is 1. */
  line: number;
  text: string;
}

/** Text before a slash that begins a regular expression. After any other text, a slash is a division. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|await|yield|throw|do|else))\s*$/;
/** Maximum number of characters before a slash that are matched with BEFORE_PATTERN. */
const BEHIND = 40;

/** Comments of a TypeScript, JavaScript or proto file. Reads each character once. */
export function commentsOf(source: string): Comment[] {
  const comments: Comment[] = [];
  /** Number of open braces in the expression of each open template literal. */
  const templates: number[] = [];
  let line = 1;
  let lastEnd = -1;
  for (let at = 0; at < source.length; ) {
    const [start, begin] = [at, source.startsWith('//', at) ? '//' : source.startsWith('/*', at) ? '/*' : ''];
    const character = source[at];
    if (begin !== '') {
      at = begin === '//' ? endOf(source, '\n', at, 0) : endOf(source, '*/', at + 2, 2);
      const text = source.slice(start, at);
      const isNext = begin === '//' && lastEnd >= 0 && /^\n[ \t]*$/.test(source.slice(lastEnd, start));
      if (isNext) (comments.at(-1) as Comment).text += `\n${text}`;
      else comments.push({ line, text });
      lastEnd = begin === '//' ? at : -1;
    } else if (character === "'" || character === '"') at = endOfString(source, at, character);
    else if (character === '`') at = endOfTemplate(source, at + 1, templates);
    else if (character === '{' && templates.length > 0) at = nest(templates, at, 1);
    else if (character === '}' && templates.at(-1) === 0) {
      templates.pop();
      at = endOfTemplate(source, at + 1, templates);
    } else if (character === '}' && templates.length > 0) at = nest(templates, at, -1);
    else if (character === '/' && BEFORE_PATTERN.test(source.slice(Math.max(0, at - BEHIND), at)))
      at = endOfPattern(source, at);
    else at++;
    for (let i = start; i < at; i++) if (source[i] === '\n') line++;
  }
  return comments;
}

function nest(templates: number[], at: number, change: number): number {
  templates[templates.length - 1] = (templates.at(-1) as number) + change;
  return at + 1;
}

function endOf(source: string, end: string, from: number, length: number): number {
  const found = source.indexOf(end, from);
  return found < 0 ? source.length : found + length;
}

function endOfString(source: string, start: number, quote: string): number {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote || source[at] === '\n') return at + 1;
  }
  return source.length;
}

/** Position after the end of the template literal, or after the `${` of its next expression. */
function endOfTemplate(source: string, start: number, templates: number[]): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      templates.push(0);
      return at + 2;
    }
  }
  return source.length;
}

function endOfPattern(source: string, start: number): number {
  let isClass = false;
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') isClass = true;
    else if (source[at] === ']') isClass = false;
    else if (source[at] === '/' && !isClass) return at + 1;
  }
  return start + 1;
}
