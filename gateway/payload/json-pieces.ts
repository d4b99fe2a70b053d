/** JSON text in pieces, that may be in it more than once: written one by one, they are never one text of many megabytes. */
export type Pieces = readonly Buffer[];

const [OPEN, CLOSE, COMMA, END] = ['[', ']', ',', '}'].map((mark) => Buffer.from(mark)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/** An object of fields whose values are known, and of others in pieces, by name, behind them. */
export function objectPieces(known: object, others: Record<string, Pieces>): Pieces {
  const pieces: Buffer[] = [];
  let text = JSON.stringify(known).slice(0, -1);
  for (const [name, value] of Object.entries(others)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    pieces.push(Buffer.from(text), ...value);
    text = '';
  }
  return [...pieces, END];
}

export function listPieces(items: readonly Pieces[]): Pieces {
  const pieces: Buffer[] = [OPEN];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(COMMA);
    for (const piece of item) pieces.push(piece);
  }
  pieces.push(CLOSE);
  return pieces;
}

export const lengthOf = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0);
