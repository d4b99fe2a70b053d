/**
 * Characters that a spreadsheet takes for a formula or a command, behind any number of marks, so that a mark can be told
 * from text.
 */
const RUN = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Text as a cell that no spreadsheet runs (decisions 6: CSV). */
export const guarded = (text: string): string => (RUN.test(text) ? `'${text}` : text);

/** The text that `guarded` wrote. */
export const unguarded = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
