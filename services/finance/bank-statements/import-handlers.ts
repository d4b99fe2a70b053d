import { newId } from '#chassis/mongo/mongo.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { bytesUnary } from '#chassis/rpc/endpoint.ts';
import type { EncodedReply } from '#chassis/rpc/message-codec.ts';
import type { Transaction, Written } from '#chassis/unit-of-work/write.ts';
import type { ImportBankStatementsReply } from '#proto/gen/finance/v1/ImportBankStatementsReply.ts';
import { type BankParts, bankMethods, inLineTurn, PREFIX, takesLong } from './bank-statement-parts.ts';
import type { BankLineInput } from './domain/bank-line.ts';
import { type BankStatementInput, hintOf } from './domain/bank-statement.ts';
import type { Suggestion } from './domain/open-item.ts';
import { encodedImport, type ImportedLine } from './encoded-import.ts';
import type { FingerprintedLine } from './line-repository.ts';
import { addStatement, judgedLines, markKnown, type PreparedStatement, prepared } from './new-statement.ts';
import { withCurrencies } from './statement-currency.ts';
import { openImport, readImported, wordsOf } from './statement-request.ts';

/** The result of an import, as the Idempotency-Key stores it. */
interface Imported {
  statements: string[];
  lines: ImportedLine[];
  hint: string | null;
}

type Suggested = Map<string, Suggestion[]>;

/** A statement of a file, before its transaction. `places`: the position of each line in the file, by the line's id. */
interface FromFile extends PreparedStatement {
  places: Map<string, number>;
}

/**
 * Imports the statements of a file. Duplicate lines and wrong lines are not stored, only reported (decisions 7:
 * Statement import).
 */
export function bankImportHandlers(parts: BankParts) {
  const { writer, lines, guard, documentIds, names } = parts;
  const { access } = bankMethods(parts);

  async function prepare({ statements: inputs, lines: encoded }: ReturnType<typeof openImport>, call: Call) {
    const { orgId } = call.principal;
    const sent = Map.groupBy(await readImported(encoded), ({ statement }) => statement);
    const complete = await withCurrencies(parts, inputs, call);
    const numbers = await documentIds.nextMany(orgId, PREFIX, call.now, inputs.length);
    const errors: ImportedLine[] = [];
    const statements: FromFile[] = [];
    for (const [index, input] of complete.entries()) {
      const own = sent.get(index) ?? [];
      statements.push(await fromFile(input, own, numbers[index] as string, call, errors));
    }
    return { statements, errors };
  }

  async function fromFile(
    input: BankStatementInput,
    sent: readonly { line: number; input: BankLineInput }[],
    documentId: string,
    call: Call,
    errors: ImportedLine[],
  ): Promise<FromFile> {
    const { orgId } = call.principal;
    const { currency = null } = input;
    const id = newId();
    const inputs = sent.map((one) => one.input);
    const judged = await judgedLines(inputs, { id, orgId, currency, now: call.now }, (index, error) => {
      errors.push({ line: placeOf(sent, index), status: 'error', id: null, error: wordsOf(error) });
    });
    const places = new Map([...judged].map(([index, { id: lineId }]) => [lineId, placeOf(sent, index)]));
    return { id, documentId, input, places, lines: await prepared(parts, orgId, currency, [...judged.values()]) };
  }

  /**
   * Adds one statement. Statements are added one after the other, because two statements of a file may be of one
   * account.
   */
  async function add(
    tx: Transaction,
    { places, ...statement }: FromFile,
    imported: Imported,
    suggested: Suggested,
  ): Promise<void> {
    const { accountNumber } = statement.input;
    const marked = await markKnown(parts, tx, accountNumber, statement.lines);
    for (const { line } of marked) imported.lines.push(outcomeOf(line, places.get(line.id) as number));
    const fresh = marked.filter(({ line }) => line.duplicateOf === null);
    if (fresh.length === 0) return;
    for (const { line } of fresh) suggested.set(line.id, line.suggestions);
    await addStatement(parts, tx, { ...statement, lines: fresh });
    imported.statements.push(statement.id);
  }

  async function work(
    tx: Transaction,
    { statements, errors }: Awaited<ReturnType<typeof prepare>>,
    suggested: Suggested,
  ): Promise<Imported> {
    const hint = statements.map(({ input }) => hintOf(input)).find((one) => one !== null) ?? null;
    const imported: Imported = { statements: [], lines: [...errors], hint };
    await guard.lock(
      tx,
      statements.map(({ input }) => input.accountNumber),
    );
    for (const statement of statements) await add(tx, statement, imported, suggested);
    imported.lines.sort((a, b) => a.line - b.line);
    return imported;
  }

  /**
   * The reply lists the stored lines even if their suggestions cannot be read. `suggested`: the suggestions that this
   * call stored.
   */
  async function replyOf({ value, eventId, replayed }: Written<Imported>, { principal }: Call, suggested: Suggested) {
    const made = value.lines.flatMap(({ status, id }) => (status === 'created' && id !== null ? id : []));
    const read = () => lines.suggestions(principal, made).catch((): Suggested => new Map());
    const shown = replayed ? await read() : suggested;
    return encodedImport({ ...value, eventId, replayed }, shown, { names: names.bankLine, scope: principal });
  }

  return {
    ImportBankStatements: bytesUnary((bytes, call): Promise<EncodedReply<ImportBankStatementsReply>> => {
      const request = openImport(bytes);
      const { length } = request.lines;
      return inLineTurn(call, length, async () => {
        const options = { takesLong: takesLong(length) };
        const suggested: Suggested = new Map();
        const adding = (tx: Transaction, file: Awaited<ReturnType<typeof prepare>>) => work(tx, file, suggested);
        return replyOf(
          await writer.writePrepared(call, () => prepare(request, call), adding, options),
          call,
          suggested,
        );
      });
    }, access.create),
  };
}

const placeOf = (sent: readonly { line: number }[], index: number): number => sent[index]?.line ?? 0;

const outcomeOf = ({ id, duplicateOf }: FingerprintedLine['line'], line: number): ImportedLine =>
  duplicateOf === null ? { line, status: 'created', id } : { line, status: 'duplicate', id: null, duplicateOf };
