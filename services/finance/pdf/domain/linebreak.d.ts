declare module 'linebreak' {
  /** The places where a row may end, one after the other (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    /** `position` in UTF-16 units; null behind the last. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
