import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOf } from './comments.ts';

/** A comment begins with the name of its subject, and not with one of these words. */
const RIDDLE = /^(What|Whatever|Who|Whoever|Whose|Whom|Of|One|How|Those|That|Which)\b/;

/** Comments that begin with one of these words: `file:line text`, in the order of files. */
export function riddlesIn(root: string): string[] {
  const files = globSync('{deploy,gateway,proto,services,test}/**/*.{ts,js,mjs,proto}', { cwd: root }).sort();
  return files
    .filter((file) => !file.startsWith('proto/gen/'))
    .flatMap((file) => riddlesOf(readFileSync(join(root, file), 'utf8')).map((found) => `${file}:${found}`));
}

/** `line text` of each comment that begins with one of these words. */
export function riddlesOf(source: string): string[] {
  return commentsOf(source)
    .map(({ line, text }) => ({ line, first: text.replace(/^\/(\/|\*+)\s*(\*\s)?/, '') }))
    .filter(({ first }) => RIDDLE.test(first))
    .map(({ line, first }) => `${line} ${first.split('\n', 1)[0]}`);
}
