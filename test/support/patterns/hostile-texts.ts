import { runInNewContext } from 'node:vm';
import type { Pattern } from './patterns.ts';

const LENGTH = 512 * 1024;

/** Texts that are repeated to make hostile texts: frequent parts of requests. Parts of the pattern are added. */
const COMMON = ['0', 'a', 'A', ' ', '=', '-', '.', '@', '/', '"', 'eyJ', '0.', 'a.', '$[', '%'];

function* hostileTexts(source: string): Generator<string> {
  const own = source.match(/\w{2,}|[^\w\\]/g) ?? [];
  for (const piece of new Set([...COMMON, ...own])) yield `${piece.repeat(LENGTH / piece.length)}\0`;
}

/** True if a long text exists for which the pattern runs longer than `timeout` milliseconds in V8. */
export function isHeldUp({ source, flags }: Pick<Pattern, 'source' | 'flags'>, timeout: number): boolean {
  return hostileTexts(source).some((text) => {
    try {
      runInNewContext('text.search(new RegExp(source, flags))', { source, flags, text }, { timeout });
      return false;
    } catch {
      return true;
    }
  });
}
