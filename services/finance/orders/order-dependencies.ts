import type { Patience } from '#chassis/concurrency/fair-queue.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { ClientExposureChange, CreditTerms, ExposureChange } from '../credit/domain/credit.ts';
import type { CreditRepository } from '../credit/repository.ts';
import { type WithClientNames, withClientNames } from '../local-copies/client-names.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

export type { CreditTerms, ExposureChange };

/** The other resources of the service that the records of orders need. */
export interface OrderDependencies {
  /** As of credit. */
  lockCredit(tx: Transaction, clientId: string): Promise<void>;
  /** Errors: credit_limit_exceeded and others where there are terms and the client comes to owe more. */
  owe(tx: Transaction, change: ClientExposureChange, terms?: CreditTerms): Promise<void>;
  withClientNames: WithClientNames;
  /** Ids of those whose name holds `text`. `id`: of that one at most. Errors: validation_failed for more than can be named. */
  clientsNamed(orgId: string, text: string, id?: string, patience?: Patience): Promise<string[]>;
}

/** The dependencies of orders, as they are in this service. */
export const orderDependencies = (
  copies: Pick<LocalCopies, 'known' | 'idsByName'>,
  { lock: lockCredit, owe }: Pick<CreditRepository, 'lock' | 'owe'>,
): OrderDependencies => ({
  lockCredit,
  owe,
  withClientNames: withClientNames(copies),
  clientsNamed: (orgId, text, ...others) => copies.idsByName(orgId, 'client', text, ...others),
});
