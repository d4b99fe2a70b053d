import { isUtf8 } from 'node:buffer';

/** A received message may hold anything: none of it may move the cursor of a terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** The text with its lines; in hexadecimal what is none. */
export function printablePayload(payload: Uint8Array): string {
  const bytes = Buffer.from(payload);
  return isUtf8(bytes) ? bytes.toString('utf8').split('\n').map(printable).join('\n') : bytes.toString('hex');
}
