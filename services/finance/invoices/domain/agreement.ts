import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal } from '#chassis/domain/money.ts';

/** Maximum difference between a sent and a computed amount, in any currency (decisions 7: Invoice amounts). */
const AGREEMENT = '0.01';

export const agrees = (one: number, other: number): boolean =>
  parseDecimal(one).minus(parseDecimal(other)).abs().lte(AGREEMENT);

/** Faults: the sent amount differs from the computed amount. Nothing is checked if one of them is unknown. */
export function refuseDisagreement(
  field: string,
  sent: number | null | undefined,
  computed: number | null,
  faults: Faults,
): void {
  if (sent === null || sent === undefined || computed === null) return;
  if (agrees(sent, computed)) return;
  faults.add([field], `the computed value is ${computed}; the sent value must agree within ${AGREEMENT}`, sent);
}
