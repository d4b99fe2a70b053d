import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import { layOut } from './domain/lay-out.ts';
import { PAGE } from './domain/page.ts';
import type { PrintedDocument } from './domain/printed-document.ts';
import type { LoadedFonts } from './fonts.ts';
import { Pen } from './pen.ts';

/**
 * Draws a document. The same document always gives the same bytes. It blocks the event loop of its thread until the
 * document is drawn.
 */
export async function drawPdf(document: PrintedDocument, fonts: LoadedFonts): Promise<Buffer> {
  const { title, number, issuer, changedAt } = document;
  const pdf = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: `${title} ${number}`, Author: issuer.name, CreationDate: changedAt, ModDate: changedAt },
  });
  const bytes = buffer(pdf as unknown as NodeJS.ReadableStream);
  const pen = new Pen(pdf, fonts);
  for (const page of layOut(document, pen)) {
    pdf.addPage();
    for (const item of page) pen.draw(item);
  }
  pdf.end();
  return bytes;
}
