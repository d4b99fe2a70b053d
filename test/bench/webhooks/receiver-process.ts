import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two reports of the count. */
const REPORT_EVERY = 5;

/** A receiver that counts, and keeps nothing. It answers after the milliseconds of its argument. */
const delayMs = Number(process.argv[2]);
let count = 0;
let reported = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    count++;
    if (delayMs > 0) setTimeout(() => response.end(), delayMs).unref();
    else response.end();
  });
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

setInterval(() => {
  if (count === reported) return;
  reported = count;
  process.send?.({ count });
}, REPORT_EVERY);
process.on('message', () => {
  [count, reported] = [0, 0];
  process.send?.({ isReset: true });
});
process.on('disconnect', () => process.exit());
