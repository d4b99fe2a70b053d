import { Outdated } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { NOT_WRITTEN } from '#chassis/records/command.ts';
import { changesOf } from '#chassis/records/record-methods.ts';
import type { Recorded } from '#chassis/records/records.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { bytesUnary, encodedUnary, unary } from '#chassis/rpc/endpoint.ts';
import type { ReadScope, Written } from '#chassis/unit-of-work/write.ts';
import { RecordReading } from '#proto/common/v1/contract.ts';
import { valuesOf } from '#proto/common/v1/several.contract.ts';
import {
  ListAllBankLinesRequest,
  ListBankLinesRequest,
  ListBankStatementsRequest,
  UpdateBankStatementRequest,
} from '#proto/finance/v1/contract.ts';
import { type BankParts, bankMethods, inLineTurn, PREFIX, takesLong } from './bank-statement-parts.ts';
import { type BankLine, type BankLineStatus, bankLineView } from './domain/bank-line.ts';
import {
  type BankStatementChanges,
  type BankStatementView,
  deleteBankStatement,
  isFirstCurrency,
  updateBankStatement,
} from './domain/bank-statement.ts';
import { encodedStatement } from './encoded-statement.ts';
import { addStatement, markKnown, prepared, requireLines } from './new-statement.ts';
import { withCurrencies } from './statement-currency.ts';
import { openCreation, readCreated } from './statement-request.ts';
import { suggestAnew } from './suggest-anew.ts';

type WrittenStatement = Written<Recorded<BankStatementView>>;

export function bankStatementHandlers(parts: BankParts) {
  const { writer, statements, lines, guard, documentIds, names } = parts;
  const methods = bankMethods(parts);
  const { access } = methods;

  const namingIn = ({ orgId }: ReadScope) => ({ names: names.bankLine, scope: { orgId } });

  /**
   * The reply of a write. `added`: the lines that this call stored. A replayed reply reads the lines from the database,
   * because the Idempotency-Key does not store them. If the read fails, the reply has no lines, because the write has
   * succeeded.
   */
  async function replyOf({ value, eventId, replayed }: WrittenStatement, { principal }: Call, added?: BankLine[]) {
    const reply = { ...value, eventId, replayed };
    const all = (!replayed && added) || lines.all(principal, value.record.id);
    const naming = namingIn(principal);
    return encodedStatement(reply, all, naming).catch(() => encodedStatement(reply, [], naming));
  }

  async function create(request: ReturnType<typeof openCreation>, call: Call) {
    const { orgId } = call.principal;
    let added: BankLine[] | undefined;
    const prepare = async () => {
      const [input = request.statement] = await withCurrencies(parts, [request.statement], call);
      const { currency = null } = input;
      const id = newId();
      const judged = await requireLines(await readCreated(request.lines), { id, orgId, currency, now: call.now });
      const documentId = await documentIds.next(orgId, PREFIX, call.now);
      return { id, documentId, input, lines: await prepared(parts, orgId, currency, judged) };
    };
    const written = await writer.writePrepared(
      call,
      prepare,
      async (tx, statement) => {
        const { accountNumber } = statement.input;
        await guard.lock(tx, [accountNumber]);
        const marked = await markKnown(parts, tx, accountNumber, statement.lines);
        const { recorded, lines: all } = await addStatement(parts, tx, { ...statement, lines: marked });
        added = all;
        return recorded;
      },
      { takesLong: takesLong(request.lines.length) },
    );
    return replyOf(written, call, added);
  }

  return {
    CreateBankStatement: bytesUnary((bytes, call) => {
      const request = openCreation(bytes);
      return inLineTurn(call, request.lines.length, () => create(request, call));
    }, access.create),
    GetBankStatement: encodedUnary(
      RecordReading,
      async ({ id, onlyFields = [] }, call) => {
        const statement = await methods.visible(id, call);
        const { orgId } = call.principal;
        const [record] = await statements.showAll([statement], { orgId });
        const shown = { record: record as BankStatementView, revision: statement.revision, ...NOT_WRITTEN };
        const naming = namingIn({ orgId });
        if (onlyFields.length > 0 && !onlyFields.includes('lines')) return encodedStatement(shown, [], naming);
        return inLineTurn(call, statement.lineCount, () =>
          encodedStatement(shown, lines.all({ orgId }, statement.id), naming),
        );
      },
      access.read,
    ),
    ListBankStatements: unary(
      ListBankStatementsRequest,
      async ({ query, ...filter }, call) => {
        const page = await statements.list(call.principal.orgId, query, filter, call);
        const shown = await statements.showAll(page.data, { orgId: call.principal.orgId }, query.onlyFields);
        const data = shown.map((statement) => ({ ...statement, lines: [] }));
        return { ...page, data, totals: page.totals ?? null };
      },
      access.read,
    ),
    UpdateBankStatement: encodedUnary(
      UpdateBankStatementRequest,
      async (request, call) => {
        const { orgId } = call.principal;
        // The call waits in the queue before the write, because after a write it could not be refused any more.
        const { lineCount = 0 } = (await statements.find({ orgId }, request.id)) ?? {};
        return inLineTurn(call, lineCount, async () => {
          const changes: BankStatementChanges = changesOf(request);
          const suggest = () => suggestAnew(parts, { orgId }, request.id, changes.currency);
          const written = await writer.writePrepared(call, suggest, async (tx, found) => {
            const before = await statements.load(tx, request);
            const decision = updateBankStatement(before, changes, tx.now);
            if (isFirstCurrency(before, decision.state)) {
              // Each move of a line changes the revision of its statement.
              if (found?.revision !== before.revision) throw new Outdated();
              await lines.saveMany(tx, found.linesAt(tx.now));
            }
            return statements.save(tx, before, decision);
          });
          return replyOf(written, call);
        });
      },
      access.update,
    ),
    DeleteBankStatement: methods.delete((before) => deleteBankStatement(before)),
    ListAllBankLines: unary(
      ListAllBankLinesRequest,
      async ({ query, matchStatus, ...others }, call) => {
        const filter = { ...others, ...statusesOf(matchStatus) };
        const { orgId } = call.principal;
        const page = await lines.pageOfAll(orgId, query, filter, call);
        const views = page.data.map((line) => bankLineView(line, null));
        return { ...page, data: await names.bankLineOfAny(views, { orgId }), totals: page.totals ?? null };
      },
      access.read,
    ),
    ListBankLines: unary(
      ListBankLinesRequest,
      async ({ id, query, matchStatus }, call) => {
        const { orgId } = call.principal;
        const statement = await methods.visible(id, call);
        const page = await lines.page(orgId, statement.id, query, statusesOf(matchStatus), call);
        const views = page.data.map((line) => bankLineView(line, statement.documentId));
        return { ...page, data: await names.bankLine(views, { orgId }), totals: page.totals ?? null };
      },
      access.read,
    ),
  };
}

/** The filter by the statuses that the request names. */
const statusesOf = (sent: string | undefined): { matchStatus?: BankLineStatus[] } =>
  sent === undefined ? {} : { matchStatus: valuesOf(sent) as BankLineStatus[] };
