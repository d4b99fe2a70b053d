import { toBuffer, toString as toText } from 'qrcode';

/** A quarter of the code may be unreadable, because labels are sewn, washed and torn. */
const OPTIONS = { errorCorrectionLevel: 'Q', margin: 4 } as const;
/** Pixels of one module, the smallest square of the code. */
const SCALE = 8;

export const qrSvg = (text: string): Promise<string> => toText(text, { ...OPTIONS, type: 'svg' });

export const qrPng = (text: string): Promise<Buffer> => toBuffer(text, { ...OPTIONS, type: 'png', scale: SCALE });
