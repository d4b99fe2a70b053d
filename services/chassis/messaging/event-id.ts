import { randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/**
 * A new event's id: `evt_` and 32 hexadecimal digits. Ids of one process sort by the order in which they were made,
 * those of several by their milliseconds.
 */
export function newEventId(): string {
  const time = Math.max(Date.now(), lastTime);
  counter = time === lastTime ? counter + 1 : 0;
  lastTime = time;
  return `evt_${hex(time, 12)}${hex(counter, 6)}${randomDigits()}`;
}

/** 14 of a UUID's: node draws those in stock, and bytes for each call. */
function randomDigits(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-6);
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
