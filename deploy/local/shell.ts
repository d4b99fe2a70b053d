/** `text` as one word of a shell, whatever it holds. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What curl is told to log somebody in. */
export const loginFields = ({ email, password }: { email: string; password: string }): string =>
  [`username=${email}`, `password=${password}`].map((field) => `--data-urlencode ${shellWord(field)}`).join(' ');
