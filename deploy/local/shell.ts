/** Quotes `text` as one word of a shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** curl's arguments for a login. */
export const curlLoginArguments = ({ email, password }: { email: string; password: string }): string =>
  [`username=${email}`, `password=${password}`].map((field) => `--data-urlencode ${shellWord(field)}`).join(' ');
