import type { CreditRepository } from '../credit/repository.ts';
import { withClientNames } from '../local-copies/client-names.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { OrderDependencies } from './order-dependencies.ts';

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
