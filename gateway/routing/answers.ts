import { create as contentDisposition } from 'content-disposition';
import { z } from 'zod';
import { DeleteResult, PaginationInfo } from '#proto/common/v1/contract.ts';
import type { Headers } from '../http/headers.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { StaticContent } from '../http/static-content.ts';
import { jsonItems, type Pieces, type TextStream } from '../payload/pieces.ts';
import { publicFormOf } from '../payload/record-form.ts';
import type { ChosenFields } from './chosen-fields.ts';

/** Renders a handler's result as an HTTP answer. */
export interface Answer<Result = unknown> {
  /** Schema by media type; undefined if the media type is the complete description. */
  content: Record<string, z.ZodType | undefined>;
  render(result: Result): HttpAnswer;
  /** The answer may have an ETag. */
  tagged?: true;
  /** The answer may have X-Event-Id and Idempotency-Replayed. */
  written?: true;
}

const JSON_TYPE = 'application/json';

/** A JSON body that is sent exactly as the handler returns it. */
export function plain<Schema extends z.ZodType>(schema: Schema, headers?: Headers): Answer<z.input<Schema>> {
  return {
    content: { [JSON_TYPE]: schema },
    render: (body) => ({ contentType: JSON_TYPE, body: JSON.stringify(body), ...(headers && { headers }) }),
  };
}

/** A service's reply that holds a record. */
export interface RecordReply {
  record?: object | null;
  /** The fields of the answer. Default: all. */
  chosen?: ChosenFields | undefined;
  revision: number;
  eventId: string;
  replayed: boolean;
}

export function record(schema: z.ZodType, headers?: Headers): Answer<RecordReply> {
  const publicForm = publicFormOf(schema);
  return {
    content: { [JSON_TYPE]: schema },
    tagged: true,
    written: true,
    render: ({ record: message, chosen, revision, eventId, replayed }) => ({
      contentType: JSON_TYPE,
      body: JSON.stringify(chosen ? publicFormOf(chosen.schema)(chosen.narrowed(message)) : publicForm(message)),
      ...idOf(message),
      ...(headers && { headers }),
      revision,
      eventId,
      replayed,
    }),
  };
}

/** A record whose JSON text already exists. */
export interface PiecesReply extends Omit<RecordReply, 'record'> {
  id?: string;
  pieces: Pieces;
}

export const piecesOf = (schema: z.ZodType): Answer<PiecesReply> => ({
  content: { [JSON_TYPE]: schema },
  tagged: true,
  written: true,
  render: ({ pieces: body, ...rest }) => ({ contentType: JSON_TYPE, body, ...rest }),
});

/** Returns no id for a record that is the only one of its org. */
const idOf = (message: { id?: string } | null | undefined) => (message?.id === undefined ? {} : { id: message.id });

/** The answer of a write whose result is not a record. */
export function written(schema: z.ZodType): Answer<{ message: unknown; eventId: string; replayed: boolean }> {
  const publicForm = publicFormOf(schema);
  return {
    content: { [JSON_TYPE]: schema },
    written: true,
    render: ({ message, eventId, replayed }) => ({
      contentType: JSON_TYPE,
      body: JSON.stringify(publicForm(message)),
      eventId,
      replayed,
    }),
  };
}

/** The answer of a read whose result is not a record. */
export function message(schema: z.ZodType): Answer<object> {
  const { render, ...answer } = messagePart(schema);
  return { ...answer, render: (body) => render({ message: body }) };
}

/** The answer of a read whose result is not a record, and of which callers can choose fields. */
export function messagePart(schema: z.ZodType): Answer<{ message: object; chosen?: ChosenFields | undefined }> {
  const publicForm = publicFormOf(schema);
  return {
    content: { [JSON_TYPE]: schema },
    render: ({ message: body, chosen }) => ({
      contentType: JSON_TYPE,
      body: JSON.stringify(chosen ? publicFormOf(chosen.schema)(body) : publicForm(body)),
    }),
  };
}

/** The answer of a read whose result is not a record, and whose JSON text already exists. */
export const messagePieces = (schema: z.ZodType): Answer<Pieces> => ({
  content: { [JSON_TYPE]: schema },
  render: (body) => ({ contentType: JSON_TYPE, body }),
});

/** Messages as a JSON array without pagination. `data` may be JSON text already. */
export function bareList(
  schema: z.ZodType,
): Answer<{ data: unknown[] | TextStream; chosen?: ChosenFields | undefined }> {
  const { text } = jsonItems(schema);
  return {
    content: { [JSON_TYPE]: z.array(schema) },
    render: ({ data, chosen }) => ({
      contentType: JSON_TYPE,
      body: listBody('[', data, chosen ? jsonItems(chosen.schema).text : text, ']'),
    }),
  };
}

interface CsvFile {
  csv: TextStream;
  fileName: string;
}

/**
 * A page of a list, or the whole list as CSV. The records of a page may be JSON text already. The API reference
 * describes the CSV form as a separate operation.
 */
export type ListResult =
  | {
      data: unknown[] | TextStream;
      /** Schema of the records, if they have not all fields. */
      schema?: z.ZodType;
      total: number;
      page: number;
      limit: number;
      totals?: object;
    }
  | CsvFile;

interface PageOptions {
  /** The pagination block has only page, limit and total. */
  brief?: boolean;
  /** Schema of the totals; absent: the list has none. */
  totals?: z.ZodType | undefined;
}

export function page(schema: z.ZodType, { brief = false, totals }: PageOptions = {}): Answer<ListResult> {
  const { text } = jsonItems(schema);
  const block = brief ? PaginationInfo.pick({ page: true, limit: true, total: true }) : PaginationInfo;
  return {
    content: {
      [JSON_TYPE]: z.strictObject({
        data: z.array(schema).describe('The records of the page.'),
        pagination: block.describe('Which page it is, and of how many.'),
        ...(totals && { totals: totals.exactOptional() }),
      }),
    },
    render(result) {
      if ('csv' in result) return download(result);
      const { data, schema: chosen, total, page: number, limit, totals: sums } = result;
      const pagination = brief ? { page: number, limit, total } : paginationInfo(number, limit, total);
      const end = `],"pagination":${JSON.stringify(pagination)}${sums ? `,"totals":${JSON.stringify(sums)}` : ''}}`;
      return { contentType: JSON_TYPE, body: listBody('{"data":[', data, chosen ? jsonItems(chosen).text : text, end) };
    },
  };
}

/**
 * Maximum characters of a list that is sent as one text. A longer list is sent in pieces, so that sent pieces can be
 * freed.
 */
const ONE_TEXT = 1024 * 1024;

function listBody(
  before: string,
  data: unknown[] | TextStream,
  textOf: (record: unknown) => string,
  after: string,
): HttpAnswer['body'] {
  if (!Array.isArray(data)) return enclosed(before, data, after);
  const texts = data.map(textOf);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= ONE_TEXT) return before + texts.join(',') + after;
  return [before, ...texts.map((text, index) => (index === 0 ? text : `,${text}`)), after].map((text) =>
    Buffer.from(text),
  );
}

async function* enclosed(before: string, data: TextStream, after: string): TextStream {
  yield [Buffer.from(before)];
  yield* data;
  yield [Buffer.from(after)];
}

function paginationInfo(number: number, limit: number, total: number): z.output<typeof PaginationInfo> {
  const totalPages = Math.ceil(total / limit);
  return { page: number, limit, total, totalPages, hasNext: number < totalPages, hasPrev: number > 1 };
}

function download({ csv, fileName }: CsvFile): HttpAnswer {
  const headers = { 'Content-Disposition': `attachment; filename="${fileName}"` };
  return { contentType: 'text/csv; charset=utf-8', body: csv, headers };
}

export const csvFile: Answer<CsvFile> = { content: { 'text/csv': undefined }, render: download };

/** The given answer, or a CSV file of the same data. */
export function orCsv<Result extends object>(answer: Answer<Result>): Answer<Result | CsvFile> {
  return { ...answer, render: (result) => ('csv' in result ? download(result) : answer.render(result)) };
}

/** The API's result of a delete. `resource`: the kind of the record, for the message. */
export function deleted(resource: string): Answer<{ deletedId: string; eventId: string; replayed: boolean }> {
  return {
    content: { [JSON_TYPE]: DeleteResult },
    written: true,
    render: ({ deletedId, eventId, replayed }) => ({
      contentType: JSON_TYPE,
      body: JSON.stringify({ success: true, message: `${resource} deleted`, deletedId }),
      eventId,
      replayed,
    }),
  };
}

/** A PDF that shows a record. */
interface PdfFile {
  content: Buffer;
  /** Any text, without a file extension. */
  fileName: string;
  revision: number;
}

export const pdfFile: Answer<PdfFile> = {
  content: { 'application/pdf': undefined },
  tagged: true,
  render: ({ content: body, fileName, revision }) => ({
    contentType: 'application/pdf',
    body,
    revision,
    headers: { 'Content-Disposition': contentDisposition(`${fileName}.pdf`) },
  }),
};

/** A text that is not JSON, sent unchanged. */
export function text(contentType: string, headers: Headers = {}): Answer<string | Buffer> {
  return {
    content: { [contentType.split(';')[0] ?? contentType]: undefined },
    render: (body) => ({ contentType, body, headers }),
  };
}

/** Content that does not change; compressed if the caller accepts that. */
export function fixed(contentType: string, headers: Headers = {}): Answer<StaticContent> {
  return {
    content: { [contentType.split(';')[0] ?? contentType]: undefined },
    tagged: true,
    render: (body) => ({ contentType, body, headers }),
  };
}
