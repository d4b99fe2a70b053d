import { commandOf, preparedOf } from '#chassis/records/command.ts';
import type { RecordKey } from '#chassis/records/records.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { UnaryMethod } from '#chassis/rpc/endpoint.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { BankLineRequest, MatchBankLineRequest } from '#proto/finance/v1/contract.ts';
import { todayOf } from '../documents/org-settings.ts';
import { type BankParts, bankMethods } from './bank-statement-parts.ts';
import {
  type BankLine,
  type BankLineView,
  bankLineView,
  ignoreLine,
  matchLine,
  unmatchLine,
} from './domain/bank-line.ts';
import { type BankStatement, lineMoved } from './domain/bank-statement.ts';
import { checkKind, checkRemaining, paidBy } from './domain/open-item.ts';

interface LineKey extends RecordKey {
  lineId: string;
}

/**
 * The moves of lines (decisions 4: Bank line). Each move also changes the line's statement, so two moves of one
 * statement conflict. Before its first read, a move locks the statement and then the paid document.
 */
export function bankLineHandlers(parts: BankParts) {
  const { writer, statements, lines, openItems, references, settings, names } = parts;
  const { access } = bankMethods(parts);
  const [command, prepared] = [commandOf(writer), preparedOf(writer)];

  /**
   * The move, with the names in its reply. They are read after the transaction, so that other writes of the statement do
   * not wait for them. If they cannot be read, the reply has none, because the move has succeeded.
   */
  const named = <Reply extends { record: BankLineView }>(move: UnaryMethod<Reply>): UnaryMethod<Reply> => ({
    ...move,
    async answer(request, call) {
      const reply = await move.answer(request, call);
      const scope = { orgId: call.principal.orgId };
      const [record = reply.record] = await names.bankLine([reply.record], scope).catch(() => [reply.record]);
      return { ...reply, record };
    },
  });

  /** Loads a line and its statement. Errors: not_found, version_mismatch. */
  async function load(tx: Transaction, key: LineKey): Promise<[BankStatement, BankLine]> {
    const statement = await statements.load(tx, key);
    return [statement, await lines.load(tx, statement.id, key.lineId)];
  }

  async function save(tx: Transaction, statement: BankStatement, line: { before: BankLine; after: BankLine }) {
    await lines.save(tx, line.after);
    const { revision } = await statements.save(tx, statement, lineMoved(statement, line, tx.now));
    return { record: bankLineView(line.after, statement.documentId), revision };
  }

  /**
   * Stores the reference from the line to its matched document. While the reference exists, the document cannot be
   * deleted.
   */
  async function refer(tx: Transaction, { documentId, createdAt }: BankStatement, line: BankLine): Promise<void> {
    const { id, orgId, lineNumber, matchStatus, match } = line;
    const shown = { kind: 'bank_line', name: `${lineNumber} of ${documentId}`, status: matchStatus };
    const targets = match ? [`${match.type}:${match.key}` as const] : [];
    await references.set(tx.session, [{ orgId, record: `bank_line:${id}`, ...shown, createdAt, targets }]);
  }

  /** Removes the payment that the line made, and the reference to the paid document. */
  async function takeBack(tx: Transaction, statement: BankStatement, line: BankLine, today: string): Promise<void> {
    const { match } = line;
    if (!match) return;
    await openItems[match.type].takeBack(tx, match, { line, amount: paidBy(line), today });
    await refer(tx, statement, { ...line, match: null });
  }

  async function prepareUnmatch(key: LineKey, call: Call) {
    const line = await lines.find(call.principal, key.lineId);
    return { today: await settings.today(call), match: line?.match };
  }

  return {
    MatchBankLine: named(
      prepared(
        MatchBankLineRequest,
        access.write,
        todayOf(settings),
        async ({ targetType, targetId, ...key }, tx, today) => {
          await statements.lock(tx, key);
          await openItems[targetType].lock(tx, targetId);
          const [statement, before] = await load(tx, key);
          const { item, pay } = await openItems[targetType].load(tx, targetId);
          checkKind(before, statement.currency, item);
          const match = { type: item.type, id: item.id, key: item.key };
          // A line that cannot be matched is refused here, before the payment is written.
          const matched = matchLine(before, { ...match, paymentId: null }, tx.now);
          checkRemaining(before, item);
          const paymentId = await pay({ line: before, amount: paidBy(before), today });
          const after = { ...matched, match: { ...match, paymentId } };
          await refer(tx, statement, after);
          return save(tx, statement, { before, after });
        },
      ),
    ),
    UnmatchBankLine: named(
      prepared(BankLineRequest, access.write, prepareUnmatch, async (key, tx, { today, match }) => {
        await statements.lock(tx, key);
        if (match) await openItems[match.type].lock(tx, match.key);
        const [statement, before] = await load(tx, key);
        const unmatched = unmatchLine(before, [], tx.now);
        await takeBack(tx, statement, before, today);
        // The unmatched document is an open item again, so it may be among the new suggestions. A duplicate has no
        // suggestions.
        const [suggestions = []] =
          before.duplicateOf === null ? await openItems.suggest(tx, statement.currency, [unmatched]) : [];
        return save(tx, statement, { before, after: unmatchLine(before, suggestions, tx.now) });
      }),
    ),
    IgnoreBankLine: named(
      command(BankLineRequest, access.write, async (key, tx) => {
        const [statement, before] = await load(tx, key);
        return save(tx, statement, { before, after: ignoreLine(before, tx.now) });
      }),
    ),
  };
}
