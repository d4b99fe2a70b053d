import type { Faults } from '#chassis/domain/faults.ts';
import { parseDecimal } from '#chassis/domain/money.ts';

/** decisions 7: Invoice amounts. What is sent and what is computed may differ by so much, in any currency. */
const AGREEMENT = '0.01';

export const agrees = (one: number, other: number): boolean =>
  parseDecimal(one).minus(parseDecimal(other)).abs().lte(AGREEMENT);

/** Faults: what was sent is not what it comes to. Of what is not known nothing is said. */
export function refuseDisagreement(
  field: string,
  sent: number | null | undefined,
  computed: number | null,
  faults: Faults,
): void {
  if (sent === null || sent === undefined || computed === null) return;
  if (agrees(sent, computed)) return;
  faults.add([field], `it comes to ${computed}; what is sent must agree within ${AGREEMENT}`, sent);
}
