import { invalidField } from '#chassis/domain/errors.ts';
import { MAX_REPORT_ROWS } from '#proto/finance/v1/report.contract.ts';

/**
 * Refuses a report with too many rows. `filters`: the parameters that would make it shorter. Errors: validation_failed
 * (decisions 7: Reports).
 */
export function refuseTooManyRows(rows: number, filters: readonly string[]): void {
  if (rows <= MAX_REPORT_ROWS) return;
  const advice = filters.length > 0 ? `; filter by ${filters.join(' or ')}` : '';
  throw invalidField(['query'], `the report has more than ${MAX_REPORT_ROWS} rows${advice}`, null);
}
