declare module 'linebreak' {
  /** Finds the positions where a row may end (UAX 14), one after the other. */
  export default class LineBreaker {
    constructor(text: string);
    /** `position`: in UTF-16 units. Returns null after the last position. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
