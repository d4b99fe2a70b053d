import { invalidField } from '#chassis/domain/errors.ts';
import { MAX_REPORT_ROWS } from '#proto/finance/v1/report.contract.ts';

/**
 * Refuses a report with too many rows, or with too many of `what` it reads. `filters`: the parameters that would make it
 * shorter. Errors: validation_failed (decisions 7: Reports).
 */
export function refuseTooManyRows(
  count: number,
  filters: readonly string[],
  most = MAX_REPORT_ROWS,
  what = 'rows',
): void {
  if (count <= most) return;
  const advice = filters.length > 0 ? `; filter by ${filters.join(' or ')}` : '';
  throw invalidField(['query'], `the report has more than ${most} ${what}${advice}`, null);
}
