import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { ClientExposureChange, CreditTerms, ExposureChange } from '../credit/domain/credit.ts';
import type { CreditRepository } from '../credit/repository.ts';
import { type WithClientNames, withClientNames } from '../local-copies/client-names.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

export type { CreditTerms, ExposureChange };

/** The functions of other resources that orders need. */
export interface OrderDependencies {
  /** As `lock` of CreditRepository. */
  lockCredit(tx: Transaction, clientId: string): Promise<void>;
  /** As `owe` of CreditRepository. Errors: as `checkCredit`, if `terms` is given and the client owes more. */
  owe(tx: Transaction, change: ClientExposureChange, terms?: CreditTerms): Promise<void>;
  withClientNames: WithClientNames;
  /** The names beside the ids of orders. */
  names: NamesBeside;
  /**
   * Ids of the clients whose name contains `text`. `id`: only this client may be returned. Errors: validation_failed if
   * too many clients match.
   */
  clientsNamed(orgId: string, text: string, id?: string, waitLimit?: WaitLimit): Promise<string[]>;
}

/** The dependencies of orders, from the other resources of finance. */
export const orderDependencies = (
  copies: Pick<LocalCopies, 'known' | 'idsByName'>,
  { lock: lockCredit, owe }: Pick<CreditRepository, 'lock' | 'owe'>,
  names: NamesBeside,
): OrderDependencies => ({
  lockCredit,
  owe,
  withClientNames: withClientNames(copies),
  names,
  clientsNamed: (orgId, text, ...others) => copies.idsByName(orgId, 'client', text, ...others),
});
