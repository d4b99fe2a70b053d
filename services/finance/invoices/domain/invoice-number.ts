import { type Series, seriesOf } from '#proto/common/v1/number-format.contract.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';

/** The series of a format for an issue date, by its year. A date that is not ISO 8601 counts as `today`, which is. */
export function seriesAt(format: string, issuedDate: string | null, today: string): Series | undefined {
  const time = dateSortKey(issuedDate) ?? dateSortKey(today) ?? 0;
  return seriesOf(format, new Date(time).getUTCFullYear());
}
