import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { type RecordMethods, recordMethods } from '#chassis/records/record-methods.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { bankStatement } from '#proto/finance/v1/bank-statement.contract.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { AccountGuard } from './account-guard-repository.ts';
import type { BankStatement, BankStatementView } from './domain/bank-statement.ts';
import type { LineRepository } from './line-repository.ts';
import type { OpenItems } from './open-items.ts';
import type { BankStatementRepository } from './repository.ts';

/** The parts on which the handlers of bank statements stand. */
export interface BankParts {
  writer: Writer;
  statements: BankStatementRepository;
  lines: LineRepository;
  guard: AccountGuard;
  openItems: OpenItems;
  references: Pick<References, 'set'>;
  settings: OrgSettings;
  documentIds: DocumentIds;
}

export const PREFIX = 'BS';

export const bankMethods = ({
  writer,
  statements,
}: Pick<BankParts, 'writer' | 'statements'>): RecordMethods<BankStatement, BankStatementView> =>
  recordMethods({ of: bankStatement, writer, records: statements, request: RecordRequest });

/** Lines that are read or written at once without a turn. */
const FEW = 250;

/** Thousands of lines take tens of megabytes until they are answered, and a second of the process. */
const turns = new FairQueue({ name: 'finance.statement-lines', limit: 2 });
/** Bytes that a line takes at most that says what lines usually say. */
const LINE_BYTES = 300;

/**
 * Work on so many lines, in turn by org where they are many. Errors: deadline_exceeded where its turn does not come in time,
 * NeedsTurn for a call out of turn, and what `work` throws.
 */
export async function inLineTurn<T>(call: Call, lines: number, work: () => Promise<T>): Promise<T> {
  refuseOutOfTurn(call.context, lines * LINE_BYTES);
  return lines <= FEW ? work() : turns.run(call.principal.orgId, call, work);
}

/** Lines of a write that is long: a call that repeats it meanwhile is refused at once. */
export const takesLong = (lines: number): boolean => lines > FEW;
