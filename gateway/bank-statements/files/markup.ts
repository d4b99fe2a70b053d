import { refusal, valueError } from '../../payload/validate.ts';

/** Receives the elements of a file, in their order. */
export interface MarkupEvents {
  /** `line`: the line of the file; the first is 1. */
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(): void;
}

/** Maximum depth of elements. */
export const MAX_DEPTH = 32;
/** Characters that are read in one step. */
export const SLICE = 16 * 1024;

/** A validation_failed at a line of the file. */
export const refusedAt = (line: number, error: string) => refusal([valueError(['body', String(line)], error, null)]);
