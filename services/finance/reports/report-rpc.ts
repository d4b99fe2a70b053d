import type { z } from 'zod';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Call, NeededScope } from '#chassis/rpc/context.ts';
import { encodedUnary, type UnaryMethod } from '#chassis/rpc/endpoint.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { Messages } from '#chassis/rpc/proto.ts';
import type { OrgSettings } from '../documents/org-settings.ts';

type FinanceMessages = Messages<'finance'>;
/** Names of the replies of reports. The rows of `OrderBook` are messages `OrderBookRow`. */
type Report = {
  [Name in keyof FinanceMessages & string]: `${Name}Row` extends keyof FinanceMessages ? Name : never;
}[keyof FinanceMessages & string];
type Row<Name extends Report> = FinanceMessages[`${Name}Row`] extends { sent: infer Sent } ? Sent : never;
type Reply<Name extends Report> = FinanceMessages[Name] extends { received: infer Received } ? Received : never;

interface Definition<Name extends Report, Schema extends z.ZodType> {
  /** Name of the reply. */
  report: Name;
  /** Schema of the filters. */
  schema: Schema;
  settings: Pick<OrgSettings, 'today'>;
  /** The scope that a key needs. */
  scope?: NeededScope;
  /** The rows in their order. `today`: ISO 8601, in the org's time zone. */
  read(filters: z.output<Schema>, call: Call, today: string): Promise<readonly Row<Name>[]>;
}

/** A report may read thousands of documents. */
const turns = new FairQueue({ name: 'finance.reports', limit: 2 });

/** Runs the work of a report when it is the org's turn. Errors: deadline_exceeded; the errors of `work`. */
export const reportTurn = <Result>(call: Call, work: () => Promise<Result>): Promise<Result> =>
  turns.run(call.principal.orgId, call, work);

/**
 * An rpc that returns a report. Orgs take turns. Errors: upstream_unavailable if identity cannot say which day it is; the
 * errors of `read`.
 */
export const reportRpc = <Name extends Report, Schema extends z.ZodType>({
  report,
  schema,
  settings,
  scope = 'read:reports',
  read,
}: Definition<Name, Schema>): UnaryMethod<Reply<Name>> =>
  encodedUnary(
    schema,
    async (filters, call) => {
      const asOf = await settings.today(call);
      return reportTurn(call, async () => encoded(report, await read(filters, call, asOf), asOf));
    },
    { role: 'staff', scope },
  );

/** Encodes the reply row by row, in time slices: 10,000 rows in one step would block all other calls. */
async function encoded<Name extends Report>(
  name: Name,
  rows: readonly Row<Name>[],
  asOf: string,
): Promise<EncodedReply<Reply<Name>>> {
  const reply = codec('finance', name);
  const row = codec('finance', `${name}Row`);
  const number = reply.numberOf('rows' as never);
  const timeSlices = new TimeSlices();
  const parts = [reply.encode({ rows: [], asOf } as never)];
  for (const one of rows) {
    await timeSlices.giveWay();
    parts.push(...field(number, [row.encode(one as never)]));
  }
  return new EncodedReply(Buffer.concat(parts));
}
