import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A text on a page. The position is in points from the lower left corner of the page. */
export interface ReadText {
  text: string;
  x: number;
  y: number;
  width: number;
}

export interface ReadPdf {
  title: string | undefined;
  pages: ReadText[][];
  /** The text of each page. Parts of a word are joined, and words are separated by a space. */
  texts: string[];
}

const open = (bytes: Uint8Array) => getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });

/** Reads a PDF with a library that the service does not use to draw it. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = open(bytes);
  const pdf = await task.promise;
  const { info } = await pdf.getMetadata();
  const pages: ReadText[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str === '') return [];
        const [, , , , x, y] = item.transform as number[];
        return [{ text: item.str, x: x as number, y: y as number, width: item.width }];
      }),
    );
  }
  await task.destroy();
  return { title: (info as { Title?: string }).Title, pages, texts: pages.map(textOf) };
}

/** Minimum distance of two words in points. */
const GAP = 1;

function textOf(page: ReadText[]): string {
  let [text, end, row] = ['', 0, 0];
  for (const one of page) {
    const joins = one.y === row && Math.abs(one.x - end) < GAP;
    text += joins || text === '' ? one.text : ` ${one.text}`;
    [end, row] = [one.x + one.width, one.y];
  }
  return text.replaceAll(/ +/g, ' ');
}

/** A page as a picture. `pixels`: four bytes for each pixel (red, green, blue, opacity), row by row from the top. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
  png: Buffer;
}

interface Canvas {
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  };
  toBuffer(type: 'image/png'): Buffer;
}

/** Draws a page as a picture. `scale`: pixels for each point. */
export async function pictureOf(bytes: Uint8Array, page = 1, scale = 1): Promise<Picture> {
  const task = open(bytes);
  const pdf = await task.promise;
  const shown = await pdf.getPage(page);
  const viewport = shown.getViewport({ scale });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const { canvas, context } = (pdf.canvasFactory as CanvasFactory).create(width, height);
  await shown.render({ canvas: null, canvasContext: context as never, viewport, background: 'white' }).promise;
  const { data: pixels } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const png = canvas.toBuffer('image/png');
  await task.destroy();
  return { width, height, pixels, png };
}

interface CanvasFactory {
  create(width: number, height: number): { canvas: Canvas; context: unknown };
}

interface Area {
  /** Edges in points from the upper left corner of the page. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Share, from 0 to 1, of the pixels in an area for which `judge` returns true. */
export function partOf(
  { width, pixels }: Picture,
  { left, top, right, bottom }: Area,
  judge: (red: number, green: number, blue: number) => boolean,
  scale = 1,
): number {
  let [picked, all] = [0, 0];
  for (let y = Math.ceil(top * scale); y < Math.floor(bottom * scale); y++) {
    for (let x = Math.ceil(left * scale); x < Math.floor(right * scale); x++) {
      const at = 4 * (y * width + x);
      all += 1;
      if (judge(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)) picked += 1;
    }
  }
  return picked / all;
}

export const isInk = (red: number, green: number, blue: number) => red + green + blue < 300;
export const isTinted = (red: number, green: number, blue: number) => red - (green + blue) / 2 > 8;
export const isNotWhite = (red: number, green: number, blue: number) => red + green + blue < 750;
