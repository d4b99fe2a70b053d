import { refusal, valueError } from '../../payload/validate.ts';

/** The elements of a file, in their order. */
export interface MarkupEvents {
  /** `line`: of the file, 1 for the first. */
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(): void;
}

/** Elements within one another. */
export const MAX_DEPTH = 32;
/** Characters that are read in one go. */
export const SLICE = 16 * 1024;

/** validation_failed at a line of the file. */
export const refusedAt = (line: number, error: string) => refusal([valueError(['body', String(line)], error, null)]);
