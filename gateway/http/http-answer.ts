import type { Pieces, TextStream } from '../payload/pieces.ts';
import type { Headers } from './headers.ts';
import type { StaticContent } from './static-content.ts';

/** A successful answer, without the headers that every answer has. */
export interface HttpAnswer {
  contentType: string;
  body: string | Buffer | Pieces | TextStream | StaticContent;
  /** Revision of the record in the body. */
  revision?: number;
  id?: string;
  eventId?: string;
  replayed?: boolean;
  headers?: Headers;
}
