/**
 * RUN: text that a spreadsheet could run as a formula or a command, after any number of apostrophes. MARKED: such text
 * after at least one apostrophe, so that `unguarded` removes only an apostrophe that `guarded` has added.
 */
const RUN = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** Adds an apostrophe to text that a spreadsheet could run (decisions 6: CSV). */
export const guarded = (text: string): string => (RUN.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `guarded` has added. */
export const unguarded = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);
