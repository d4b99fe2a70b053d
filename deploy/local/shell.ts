/** `text` as one word of a shell, whatever it holds. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The fields with which curl logs somebody in. */
export const loginFields = ({ email, password }: { email: string; password: string }): string =>
  [`username=${email}`, `password=${password}`].map((field) => `--data-urlencode ${shellWord(field)}`).join(' ');
