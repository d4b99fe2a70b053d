import { AppError } from '#chassis/domain/errors.ts';
import { spelling } from './passwords.ts';

/** Some 50,000 passwords in lower case; 6 MB once they are asked for, which a process that sets none never does. */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Rows of keys. A password that follows one of them forwards or backwards, from anywhere, is monotonous. */
const TRACKS = ['abcdefghijklmnopqrstuvwxyz', '0123456789', '1234567890-=', "qwertyuiop[]asdfghjkl;'zxcvbnm,./"];

/** Whether a password has only one or two characters, or is a plain run: `aaaabbbbaaaa`, `123456789012`. In lower case. */
export function isMonotonous(password: string): boolean {
  if (new Set(password).size <= 2) return true;
  const backwards = [...password].reverse().join('');
  return TRACKS.some((track) => {
    const endless = track.repeat(1 + Math.ceil(password.length / track.length));
    return endless.includes(password) || endless.includes(backwards);
  });
}

/**
 * Refuses a new password that everybody tries first: on the bundled list, also with digits and punctuation behind it and
 * in any case (decisions 3: Login), or monotonous. Its length is the contract's (`NewPassword`). Never repeats the password.
 * Errors: validation_failed at the body's `field`.
 */
export async function assertAcceptable(password: string, field: string): Promise<void> {
  common ??= loadCommon();
  const list = await common;
  const lower = spelling(password).toLowerCase();
  const stem = /^.*\p{L}/su.exec(lower)?.[0] ?? '';
  if (list.has(lower) || list.has(stem) || isMonotonous(lower)) throw refused(field);
}

function refused(field: string): AppError {
  const error = 'this password is too common; choose another';
  const issue = { type: 'value_error', loc: ['body', field], msg: `Value error, ${error}`, ctx: { error } };
  return new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}
