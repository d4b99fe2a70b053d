import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { type RecordMethods, recordMethods } from '#chassis/records/record-methods.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { bankStatement } from '#proto/finance/v1/bank-statement.contract.ts';
import type { BankAccountRepository } from '../bank-accounts/repository.ts';
import type { DocumentNames } from '../documents/names.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { AccountGuard } from './account-guard-repository.ts';
import type { BankStatement, BankStatementView } from './domain/bank-statement.ts';
import type { LineRepository } from './line-repository.ts';
import type { OpenItems } from './open-items.ts';
import type { BankStatementRepository } from './repository.ts';

/** The dependencies of the handlers of bank statements. */
export interface BankParts {
  writer: Writer;
  statements: BankStatementRepository;
  accounts: Pick<BankAccountRepository, 'currencies'>;
  lines: LineRepository;
  guard: AccountGuard;
  openItems: OpenItems;
  references: Pick<References, 'set'>;
  settings: OrgSettings;
  documentIds: DocumentIds;
  names: Pick<DocumentNames, 'bankLine' | 'bankLineOfAny'>;
}

export const PREFIX = 'BS';

export const bankMethods = ({
  writer,
  statements,
}: Pick<BankParts, 'writer' | 'statements'>): RecordMethods<BankStatement, BankStatementView> =>
  recordMethods({ of: bankStatement, writer, records: statements, request: RecordRequest });

/** Maximum number of lines of a call that does not wait in the queue of its org. */
const MAX_UNQUEUED = 250;

/**
 * Limits the calls with many lines. Such a call holds tens of megabytes until it is answered, and takes a second of the
 * process.
 */
const turns = new FairQueue({ name: 'finance.statement-lines', limit: 2 });
/** Estimated bytes of one line with texts of usual length. */
const LINE_BYTES = 300;

/**
 * Runs `work` on the given number of lines. Above `MAX_UNQUEUED` lines, the work waits in the queue of its org. Errors:
 * deadline_exceeded when the call's deadline passes in the queue; NeedsTurn when the call came out of turn and the
 * lines take more than 64 KiB; and the errors of `work`.
 */
export async function inLineTurn<T>(call: Call, lines: number, work: () => Promise<T>): Promise<T> {
  refuseOutOfTurn(call.context, lines * LINE_BYTES);
  return lines <= MAX_UNQUEUED ? work() : turns.run(call.principal.orgId, call, work);
}

/**
 * Whether a write of this number of lines takes long. Then a repeated call with the same Idempotency-Key is refused
 * while the first call runs.
 */
export const takesLong = (lines: number): boolean => lines > MAX_UNQUEUED;
