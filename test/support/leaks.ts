import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A written text, and the place where it is. */
export interface Written {
  where: string;
  text: string;
}

/** All occurrences of secrets, in plain and encoded forms: `<name of the secret> as <form> in <where>`. */
export function leaks(secrets: Map<string, string>, all: Written[]): string[] {
  return [...secrets].flatMap(([name, secret]) =>
    formsOf(secret).flatMap(([form, value]) =>
      all.filter(({ text }) => text.includes(value)).map(({ where }) => `${name} as ${form} in ${where}`),
    ),
  );
}

function formsOf(secret: string): [string, string][] {
  const forms: [string, string][] = [
    ['text', secret],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['part of a URL', encodeURIComponent(secret)],
    ['hexadecimal', Buffer.from(secret).toString('hex')],
    ...[0, 1, 2].flatMap((offset) => base64Forms(secret, offset)),
  ];
  return forms.filter(([, value], i) => forms.findIndex(([, other]) => other === value) === i);
}

/**
 * The characters of the secret within base64 of a longer text. `offset`: position of the secret in a group of three
 * bytes.
 */
function base64Forms(secret: string, offset: number): [string, string][] {
  const whole = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
  const first = offset === 0 ? 0 : 4;
  const last = Math.floor((offset + Buffer.byteLength(secret)) / 3) * 4;
  const inner = whole.slice(first, last);
  return [
    ['base64', inner],
    ['base64url', inner.replaceAll('+', '-').replaceAll('/', '_')],
  ];
}

/**
 * All files below a folder, read as latin1 so that each byte is a character. Files whose path matches `except` are left
 * out.
 */
export function filesIn(folder: string, except: RegExp): Written[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !except.test(relative(folder, path)))
    .map((path) => ({ where: relative(folder, path), text: readFileSync(path, 'latin1') }));
}
