import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from './domain/printed-document.ts';
import { drawPdf } from './draw.ts';
import { loadFonts } from './fonts.ts';

/** What the thread answers, after a first message that tells that it is ready; without bytes it failed. */
export interface Drawn {
  bytes?: Uint8Array;
  fault?: unknown;
}

const fonts = loadFonts();

parentPort?.on('message', (document: PrintedDocument) => {
  drawPdf(document, fonts).then(
    (bytes) => answer({ bytes }),
    (fault) => answer({ fault }),
  );
});

const answer = (drawn: Drawn) => parentPort?.postMessage(drawn);

answer({});
