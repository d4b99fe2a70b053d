import { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { codec, fieldsOf } from '#chassis/rpc/message-codec.ts';
import type { Messages } from '#chassis/rpc/proto.ts';
import { MAX_REPORT_ROWS, reportHead } from '#proto/finance/v1/report.contract.ts';
import type { Services } from '../grpc-clients.ts';
import { csvFormats, csvRows, type ExportDelimiter } from '../payload/csv/csv-rows.ts';
import { jsonItems, type Pieces, type RecordFormat, type TextStream } from '../payload/pieces.ts';
import { csvFile, messagePieces, orCsv } from './answers.ts';
import { type ChosenFields, fieldsParameter } from './chosen-fields.ts';
import { reportTurns } from './concurrency-limits.ts';
import { delimiterParameter, formatParameters } from './list.ts';
import type { Tag } from './openapi-tags.ts';
import { type Route, type RouteScope, route } from './route.ts';

/** Names of the replies of reports. The rpc of `OrderBook` is `GetOrderBook`, its rows are `OrderBookRow`. */
type Report = {
  [Name in keyof Messages<'finance'> & string]: `${Name}Row` extends keyof Messages<'finance'> ? Name : never;
}[keyof Messages<'finance'> & string];

interface ReportDefinition {
  report: Report;
  /** Name of the file, and by default the last part of the path. */
  name: string;
  /** Default: below `/api/v1/reports`. */
  path?: string;
  /** The service that has the rpc. Default: that of reports. */
  client?: 'reports' | 'materialRequirements';
  tag?: Tag;
  /** The scope that a key needs. */
  scope?: RouteScope;
  summary: string;
  description: string;
  /** The schema of a row. */
  row: z.ZodObject;
  /** The filters, as the request of the rpc has them. */
  filters: z.ZodRawShape;
}

/** The encoded rows of a report, and its other fields. */
interface Received {
  rows: Buffer[];
  head: { asOf: string };
}

/** The filters of a report. `fields`: the fields of a row. */
interface ReportRequest {
  fields?: ChosenFields;
}

interface ExportRequest extends ReportRequest {
  delimiter: ExportDelimiter;
}

/** Calls an rpc that returns a report. The compiler does not check its name. `test/e2e/walk.test.ts` calls each report. */
type EncodedRpc = (rpc: never, request: object, call: CallOptions) => Promise<{ bytes: Buffer }>;

/** The GET routes of a report in JSON and as CSV, the same for every report (decisions 7: Reports). */
export function reportRoutes({
  report,
  name,
  summary,
  description,
  row,
  filters,
  ...others
}: ReportDefinition): Route[] {
  const { path = `/api/v1/reports/${name}`, client = 'reports', tag = 'Reports', scope = 'read:reports' } = others;
  const exportId = `export${report}`;
  const [json, csv] = [jsonItems(row), csvFormats(row)];
  const common = { method: 'GET', tag, role: 'staff', scope, turns: reportTurns } as const;
  const limit = `A report of more than ${MAX_REPORT_ROWS} rows is a 422.`;

  async function read(services: Services, request: object, call: CallOptions): Promise<Received> {
    const { bytes } = await (services[client].encoded as EncodedRpc)(`Get${report}` as never, request, call);
    return received(report, bytes);
  }
  async function fileOf(services: Services, asked: ExportRequest, call: CallOptions) {
    const { delimiter, fields, ...request } = asked;
    const { rows } = await read(services, request, call);
    const format = fields ? csvRows(fields.schema, delimiter) : csv[delimiter];
    return { csv: csvText(report, format, rows), fileName: `${name}.csv` };
  }
  async function bodyOf(services: Services, asked: ReportRequest, call: CallOptions): Promise<Pieces> {
    const { fields, ...request } = asked;
    const { rows, head } = await read(services, request, call);
    const begin = `${JSON.stringify(head).slice(0, -1)},"data":[`;
    return [
      Buffer.from(begin),
      ...(await textsOf(report, fields ? jsonItems(fields.schema) : json, rows)),
      Buffer.from(']}'),
    ];
  }

  return [
    route({
      ...common,
      path,
      operationId: `get${report}`,
      summary,
      description: `${description} ${limit}`,
      query: z.object({ ...filters, ...fieldsParameter(row), ...formatParameters(exportId) }),
      answer: orCsv(
        messagePieces(z.strictObject({ ...reportHead, data: z.array(row).describe('The rows of the report.') })),
      ),
      handle(services, { query, call }): Promise<Pieces | Awaited<ReturnType<typeof fileOf>>> {
        const { format, delimiter, ...request } = query as ExportRequest & { format: 'json' | 'csv' };
        if (format === 'json') return bodyOf(services, request, call);
        return fileOf(services, { ...request, delimiter }, call);
      },
    }),
    route({
      ...common,
      path: `${path}/export`,
      operationId: exportId,
      summary: `${summary} as CSV`,
      description: `Returns the rows of the report as CSV: a line of field names, then a line for each row. \`get${report}\` with \`format=csv\` returns the same. ${limit}`,
      query: z.object({ ...filters, ...fieldsParameter(row), delimiter: delimiterParameter() }),
      answer: csvFile,
      handle: (services, { query, call }) => fileOf(services, query as ExportRequest, call),
    }),
  ];
}

function received(report: Report, bytes: Buffer): Received {
  const reply = codec('finance', report);
  const number = reply.numberOf('rows' as never);
  const rows: Buffer[] = [];
  const rest: Buffer[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === number) rows.push(field.value);
    else rest.push(field.bytes);
  }
  const { asOf } = reply.decode(Buffer.concat(rest)) as { asOf: string };
  return { rows, head: { asOf } };
}

/** Decodes and writes the rows one by one, in time slices: 10,000 rows in one step would block all other requests. */
async function textsOf(report: Report, { between, text }: RecordFormat, rows: readonly Buffer[]): Promise<Buffer[]> {
  const row = codec('finance', `${report}Row`);
  const timeSlices = new TimeSlices();
  const texts: Buffer[] = [];
  for (const one of rows) {
    await timeSlices.giveWay();
    texts.push(Buffer.from((texts.length > 0 ? between : '') + text(row.decode(one))));
  }
  return texts;
}

async function* csvText(report: Report, format: RecordFormat, rows: readonly Buffer[]): TextStream {
  yield [Buffer.from(format.begin)];
  yield await textsOf(report, format, rows);
}
