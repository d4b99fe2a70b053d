import { AppError } from '#chassis/domain/errors.ts';
import { spelling } from './passwords.ts';

/**
 * About 50,000 lower-case passwords: 6 MB. They are loaded at the first use, because many processes never need them.
 */
let common: Promise<ReadonlySet<string>> | undefined;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Rows of keys. A password that follows a row forwards or backwards, from any position, is monotonous. */
const TRACKS = ['abcdefghijklmnopqrstuvwxyz', '0123456789', '1234567890-=', "qwertyuiop[]asdfghjkl;'zxcvbnm,./"];

/**
 * Whether a lower-case password has only one or two different characters, or follows a row of keys: `aaaabbbbaaaa`,
 * `123456789012`.
 */
export function isMonotonous(password: string): boolean {
  if (new Set(password).size <= 2) return true;
  const backwards = [...password].reverse().join('');
  return TRACKS.some((track) => {
    const endless = track.repeat(1 + Math.ceil(password.length / track.length));
    return endless.includes(password) || endless.includes(backwards);
  });
}

/**
 * Refuses a new password that attackers try first: a password on the bundled list, in any case and with digits or
 * punctuation after it (decisions 3: Login), or a monotonous one. The contract checks the length (`NewPassword`). The
 * error never repeats the password. Errors: validation_failed at the body's `field`.
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
