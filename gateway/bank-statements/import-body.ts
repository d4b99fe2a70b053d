import { inTimeSlices, TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { BankLine, BankLineBody, MAX_BANK_LINES } from '#proto/finance/v1/contract.ts';
import { type BodyKind, IMPORT_LIMIT } from '../payload/bodies.ts';
import { Columns } from '../payload/csv/csv-columns.ts';
import { openTable } from '../payload/csv/csv-lines.ts';
import { readRecord } from '../payload/csv/csv-records.ts';
import { camt, camtCurrency, camtFaults, camtLine, camtStatement } from './files/camt.ts';
import { batchLines, camtTransaction, type Transaction } from './files/camt-batch.ts';
import { decodedOfx, decodedXml, sgmlStart } from './files/decoded.ts';
import { refusedAt } from './files/markup.ts';
import { ofx, ofxFaults, ofxLine, ofxStatement } from './files/ofx.ts';
import { readSgml } from './files/sgml.ts';
import { StatementReader } from './files/statement-reader.ts';
import { readXml } from './files/xml.ts';
import { ImportedFile } from './imported-file.ts';

const [CSV, XML, OFX] = ['text/csv', 'application/xml', 'application/x-ofx'] as const;
/** Bytes of memory to reserve. The memory of an import depends on its lines and not on its length. */
const IMPORT_MEMORY = 4 * 1024 * 1024;

interface Sent {
  bytes: Buffer;
  mediaType: string;
}

/** A file of statements, in the format that its Content-Type names; CSV without one (decisions 7: Statement import). */
export const statementFile = (): BodyKind<ImportedFile> => ({
  mediaType: CSV,
  otherMediaTypes: [XML, OFX],
  limit: IMPORT_LIMIT,
  memory: IMPORT_MEMORY,
  schema: BankLineBody,
  answer: BankLine,
  accepts: (mediaType = CSV) => [CSV, XML, OFX].some((known) => known === mediaType),
  parse: (bytes, mediaType = CSV): Sent => ({ bytes, mediaType }),
  validate(value) {
    const { bytes, mediaType } = value as Sent;
    if (mediaType === CSV) return csvFile(bytes);
    return mediaType === XML ? camtFile(bytes) : ofxFile(bytes);
  },
});

const columns = new Columns(BankLineBody, BankLine);

const AMOUNTS: readonly string[] = ['debit', 'credit', 'amount'];

/** Reads the lines of one statement. A CSV file has no fields of the statement itself. */
async function csvFile(bytes: Buffer): Promise<ImportedFile> {
  const file = new ImportedFile();
  const { lines, mark } = openTable(bytes, columns.isField);
  const { value: head } = await lines.next();
  if (!head) throw refusedAt(1, 'the file has no line of column names');
  const header = columns.read(head);
  // An unknown column is an attribute of the line. Without this check, a file of another form would be read as lines
  // without an amount.
  if (!header.some(({ name }) => AMOUNTS.includes(name))) {
    throw refusedAt(head.number, `the line of column names has none of ${AMOUNTS.join(', ')}`);
  }
  const timeSlices = new TimeSlices();
  for await (const line of lines) {
    await timeSlices.giveWay();
    const { record, issues } = readRecord(line, header, mark);
    file.line(line.number, record, issues);
  }
  file.statement({});
  return file;
}

async function camtFile(bytes: Buffer): Promise<ImportedFile> {
  const file = new ImportedFile();
  let currency: string | undefined;
  let transactions: Transaction[] = [];
  const reader = new StatementReader(camt, {
    statement(found) {
      file.statement({ ...camtStatement(found), currency: currency ?? camtCurrency(found) }, found.fields.line);
      currency = undefined;
    },
    part(fields) {
      if (transactions.push(camtTransaction(fields)) <= MAX_BANK_LINES) return;
      throw refusedAt(fields.line, `an entry has at most ${MAX_BANK_LINES} transactions`);
    },
    line(fields, found) {
      currency ??= camtCurrency(found, fields);
      const [whole, faults] = [camtLine(fields), camtFaults(fields, currency)];
      const lines = faults.length > 0 ? undefined : batchLines(fields, transactions);
      transactions = [];
      if (!lines) file.line(fields.line, whole, faults);
      else for (const { line, fields: part } of lines) file.line(line, part);
    },
  });
  await inTimeSlices(readXml(await inTimeSlices(decodedXml(bytes)), reader));
  return file.orNothing('no BkToCstmrStmt/Stmt');
}

async function ofxFile(bytes: Buffer): Promise<ImportedFile> {
  const file = new ImportedFile();
  const reader = new StatementReader(ofx, {
    statement: (found, rest) => file.statement(ofxStatement(found, rest), found.fields.line),
    line: (fields, found) => file.line(fields.line, ofxLine(fields), ofxFaults(fields, found)),
  });
  const text = await inTimeSlices(decodedOfx(bytes));
  const start = sgmlStart(text);
  await inTimeSlices(start === undefined ? readXml(text, reader) : readSgml(text, start, reader));
  return file.orNothing('no STMTRS and no CCSTMTRS');
}
