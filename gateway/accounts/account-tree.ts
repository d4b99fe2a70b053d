import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { codec, type EncodedReply, fieldsOf } from '#chassis/rpc/message-codec.ts';
import { AccountNode } from '#proto/finance/v1/contract.ts';
import type { ChartOfAccounts } from '#proto/gen/finance/v1/ChartOfAccounts.ts';
import type { Pieces } from '../payload/pieces.ts';
import { publicFormOf } from '../payload/record-form.ts';

const chart = codec('finance', 'ChartOfAccounts');
const account = codec('finance', 'ManagementAccount');
const ACCOUNTS = chart.numberOf('accounts');
const publicAccount = publicFormOf(AccountNode.omit({ children: true }));

/** An account, and the beginning of its JSON text. The text of its children follows. */
interface Opened {
  code: string;
  text: Buffer;
}

/** Accounts by the id of their parent; undefined: accounts without a parent. */
type Siblings = Map<string | undefined, [id: string, Opened][]>;

const [COMMA, END] = [Buffer.from(','), Buffer.from(']}')];

/**
 * Writes the chart as a tree in JSON, account by account, in time slices. Accounts with the same parent are sorted by
 * code.
 */
export async function treePieces({ bytes }: EncodedReply<ChartOfAccounts>): Promise<Pieces> {
  const timeSlices = new TimeSlices();
  const siblings: Siblings = new Map();
  const rest: Buffer[] = [];
  for (const { number, value, bytes: field } of fieldsOf(bytes)) {
    await timeSlices.giveWay();
    if (number === ACCOUNTS) add(siblings, value);
    else rest.push(field);
  }
  for (const those of siblings.values()) those.sort(([, a], [, b]) => (a.code < b.code ? -1 : 1));
  const { truncated } = chart.decode(Buffer.concat(rest));
  const pieces = [Buffer.from('{"data":[')];
  writeSiblings(undefined, siblings, pieces);
  pieces.push(Buffer.from(`],"truncated":${truncated}}`));
  return pieces;
}

function add(siblings: Siblings, bytes: Buffer): void {
  const decoded = account.decode(bytes);
  const text = Buffer.from(`${JSON.stringify(publicAccount(decoded)).slice(0, -1)},"children":[`);
  const those = siblings.get(decoded.parentId) ?? [];
  those.push([decoded.id, { code: decoded.code, text }]);
  siblings.set(decoded.parentId, those);
}

/** Recursive: a chart has at most about 100 levels. */
function writeSiblings(parentId: string | undefined, siblings: Siblings, pieces: Buffer[]): void {
  for (const [index, [id, { text }]] of (siblings.get(parentId) ?? []).entries()) {
    if (index > 0) pieces.push(COMMA);
    pieces.push(text);
    writeSiblings(id, siblings, pieces);
    pieces.push(END);
  }
}
