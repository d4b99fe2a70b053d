import { replyOf } from '#chassis/records/command.ts';
import type { RecordKey } from '#chassis/records/records.ts';
import { type Call, unary } from '#chassis/rpc/grpc-server.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { BankLineRequest, MatchBankLineRequest } from '#proto/finance/v1/contract.ts';
import { type BankParts, bankMethods } from './bank-parts.ts';
import { type BankLine, bankLineView, ignoreLine, matchLine, unmatchLine } from './domain/bank-line.ts';
import { type BankStatement, lineMoved } from './domain/bank-statement.ts';
import { checkKind, checkRemaining, paidBy } from './domain/payable.ts';

interface LineKey extends RecordKey {
  lineId: string;
}

/** The moves of lines (decisions 4: Bank line). Each is a change of its statement, which keeps two of them apart. */
export function bankLineHandlers(parts: BankParts) {
  const { writer, statements, lines, payables, references, settings } = parts;
  const { access } = bankMethods(parts);

  async function move<Key extends LineKey>(
    tx: Transaction,
    key: Key,
    decide: (line: BankLine, statement: BankStatement) => Promise<BankLine>,
  ) {
    const statement = await statements.load(tx, key);
    const before = await lines.load(tx, statement.id, key.lineId);
    const after = await decide(before, statement);
    await lines.save(tx, after);
    const { revision } = await statements.save(tx, statement, lineMoved(statement, { before, after }, tx.now));
    return { record: bankLineView(after), revision };
  }

  /** While it is matched, what it is matched with is not deleted. */
  async function refer(tx: Transaction, { documentId, createdAt }: BankStatement, line: BankLine): Promise<void> {
    const { id, orgId, lineNumber, matchStatus, match } = line;
    const shown = { kind: 'bank_line', name: `${lineNumber} of ${documentId}`, status: matchStatus };
    const targets = match ? [`${match.type}:${match.key}` as const] : [];
    await references.set(tx.session, [{ orgId, record: `bank_line:${id}`, ...shown, createdAt, targets }]);
  }

  /** Asked for before the transaction: a payment has a date. */
  const today = (call: Call) => () => settings.today(call);

  return {
    MatchBankLine: unary(
      MatchBankLineRequest,
      async ({ targetType, targetId, ...key }, call) => {
        const written = await writer.writePrepared(call, today(call), (tx, day) =>
          move(tx, key, async (line, statement) => {
            const { payable, pay } = await payables[targetType].load(tx, targetId);
            checkKind(line, statement.currency, payable);
            const { type, id, key: payableKey } = payable;
            // What cannot be matched is refused before anything is paid.
            const matched = matchLine(line, { type, id, key: payableKey, paymentId: null }, tx.now);
            checkRemaining(line, payable);
            const paymentId = await pay({ line, amount: paidBy(line), today: day });
            await refer(tx, statement, matched);
            return { ...matched, match: { type, id, key: payableKey, paymentId } };
          }),
        );
        return replyOf(written);
      },
      access.write,
    ),
    UnmatchBankLine: unary(
      BankLineRequest,
      async (key, call) => {
        const written = await writer.writePrepared(call, today(call), (tx, day) =>
          move(tx, key, async (line, statement) => {
            const { match } = line;
            const unmatched = unmatchLine(line, [], tx.now);
            if (match) {
              await payables[match.type].takeBack(tx, match, { line, amount: paidBy(line), today: day });
              await refer(tx, statement, unmatched);
            }
            if (line.duplicateOf !== null) return unmatched;
            const [suggestions = []] = await payables.suggest(tx, statement.currency, [unmatched]);
            return unmatchLine(line, suggestions, tx.now);
          }),
        );
        return replyOf(written);
      },
      access.write,
    ),
    IgnoreBankLine: unary(
      BankLineRequest,
      async (key, call) => {
        const written = await writer.write(call, (tx) => move(tx, key, async (line) => ignoreLine(line, tx.now)));
        return replyOf(written);
      },
      access.write,
    ),
  };
}
