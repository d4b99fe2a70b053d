/** True if `subject` matches a filter with NATS' wildcards: `*` is one word, `>` is all words that follow. */
export function subjectMatches(filter: string, subject: string): boolean {
  const words = subject.split('.');
  const parts = filter.split('.');
  if (parts.at(-1) !== '>' && parts.length !== words.length) return false;
  return parts.every((part, index) => {
    const word = words[index];
    return word !== undefined && (part === '>' || part === '*' || part === word);
  });
}
