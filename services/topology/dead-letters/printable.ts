import { isUtf8 } from 'node:buffer';

/** The text without control characters, because a received message must not control the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** The payload as text with its line breaks. A payload that is not UTF-8 is shown in hexadecimal. */
export function printablePayload(payload: Uint8Array): string {
  const bytes = Buffer.from(payload);
  return isUtf8(bytes) ? bytes.toString('utf8').split('\n').map(printable).join('\n') : bytes.toString('hex');
}
