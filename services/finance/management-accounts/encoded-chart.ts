import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { viewOf } from '#chassis/domain/record.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { ChartOfAccounts } from '#proto/gen/finance/v1/ChartOfAccounts.ts';
import type { Chart } from './domain/chart.ts';

const chart = codec('finance', 'ChartOfAccounts');
const account = codec('finance', 'ManagementAccount');
const ACCOUNTS = chart.numberOf('accounts');

/**
 * Encodes the chart account by account, in time slices of 10 ms (`TimeSlices`), because 10,000 accounts in one step would
 * block all other calls.
 */
export async function encodedChart({ accounts, truncated }: Chart): Promise<EncodedReply<ChartOfAccounts>> {
  const timeSlices = new TimeSlices();
  const parts = [chart.encode({ accounts: [], truncated })];
  for (const one of accounts) {
    await timeSlices.giveWay();
    parts.push(...field(ACCOUNTS, [account.encode(viewOf(one))]));
  }
  return new EncodedReply(Buffer.concat(parts));
}
