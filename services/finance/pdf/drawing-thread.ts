import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from './domain/printed-document.ts';
import { drawPdf } from './draw.ts';
import { loadFonts } from './fonts.ts';

/** An answer of the thread, after a first message that it is ready. Without bytes the drawing failed. */
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
