import { FairSemaphore } from '#chassis/concurrency/fair-semaphore.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { type RecordMethods, recordMethods } from '#chassis/records/record-methods.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import type { OrgSettings } from '../org-settings.ts';
import type { AccountGuard } from './account-guard-repository.ts';
import type { BankStatement, BankStatementView } from './domain/bank-statement.ts';
import type { LineRepository } from './line-repository.ts';
import type { OpenItems } from './open-items.ts';
import type { BankStatementRepository } from './repository.ts';

/** What the handlers of bank statements stand on. */
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
const RESOURCE = 'Bank statement';

export const bankMethods = ({
  writer,
  statements,
}: Pick<BankParts, 'writer' | 'statements'>): RecordMethods<BankStatement, BankStatementView> =>
  recordMethods({ resource: RESOURCE, scope: 'bank_statements', writer, records: statements, request: RecordRequest });

/** Lines that are read or written at once without a turn. */
const FEW = 250;

/** Thousands of lines take tens of megabytes until they are answered, and a second of the process. */
const turns = new FairSemaphore({
  concurrency: 2,
  limit: 16,
  refusal: 'Too many large bank statements are being read or written',
});

/** Work on so many lines, in turn by org where they are many. Errors: those of a turn, and what `work` throws. */
export const inLineTurn = <T>(
  orgId: string,
  lines: number,
  patience: { deadline: number },
  work: () => Promise<T>,
): Promise<T> => (lines <= FEW ? work() : turns.run(orgId, patience, work));

/** Lines of a write that is long: a call that repeats it meanwhile is refused at once. */
export const takesLong = (lines: number): boolean => lines > FEW;
