import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Something that was written, and where. */
export interface Written {
  where: string;
  text: string;
}

/** Each place that holds a secret in one of its forms: `<name of the secret> as <form> in <where>`. */
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

/** As it stands in the base64 of a longer text, `offset` bytes of a group of three after its beginning. */
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

/** Every file below a folder, bytes as they are, but for those whose path `except` matches. */
export function filesIn(folder: string, except: RegExp): Written[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !except.test(relative(folder, path)))
    .map((path) => ({ where: relative(folder, path), text: readFileSync(path, 'latin1') }));
}
