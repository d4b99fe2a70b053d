import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A new value of an API key. Only its hash and its last four characters may be stored (decisions 3: API keys). */
export interface ApiKeyValue {
  text: string;
  hash: string;
  lastFour: string;
}

const PREFIX = 'slv_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(DIGITS.length);
/** Maximum base62 digits of 32 bytes, and of a CRC-32. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;
const FORM = /^slv_[0-9A-Za-z]{49}$/;

/**
 * `slv_`, then 32 random bytes and a CRC-32 of both in base62. Secret scanners can find such a value, and can tell it
 * from a similar text.
 */
export function newApiKeyValue(bytes: Uint8Array = randomBytes(32)): ApiKeyValue {
  const body = PREFIX + base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), SECRET_DIGITS);
  const text = body + checksum(body);
  return { text, hash: hashOfApiKey(text), lastFour: text.slice(-4) };
}

/** True if `text` has the form and the checksum of a key's value. A mistyped or invented text need not be looked up. */
export function isApiKeyValue(text: string): boolean {
  return FORM.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_DIGITS)));
}

/** SHA-256 in base64url. A value has 256 random bits, so its hash does not reveal it. */
export function hashOfApiKey(text: string): string {
  return hash('sha256', text, 'base64url');
}

const checksum = (body: string) => base62(BigInt(crc32(body)), CHECKSUM_DIGITS);

function base62(number: bigint, digits: number): string {
  let text = '';
  for (let rest = number; rest > 0n; rest /= BASE) text = DIGITS[Number(rest % BASE)] + text;
  return text.padStart(digits, '0');
}
