import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from './domain/printed-document.ts';
import { drawPdf } from './draw.ts';
import { loadFonts } from './fonts.ts';

/**
 * A message of the thread. The first one is empty: the thread is ready. In later ones, absent `bytes` mean that the
 * drawing failed.
 */
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
