import { AppError } from '#chassis/domain/errors.ts';
import type { BomVersion } from './bom-version.ts';

type Texts = Pick<BomVersion, 'changeDescription' | 'rejectionReason'>;

/** Bytes of the texts of all versions of a BOM: one document holds them, and one message. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Bytes of a text that always has room, so that no BOM is stuck: two of each version come to 1 MiB at most. */
const SHORT = 1024;

/** In bytes. */
export const textBytes = (versions: readonly Texts[]): number =>
  versions.reduce(
    (sum, { changeDescription, rejectionReason }) => sum + bytesOf(changeDescription) + bytesOf(rejectionReason),
    0,
  );

/** Before the versions get a further text. Errors: body_too_large. */
export function refuseTooMuchText(versions: readonly Texts[], text: string | null): void {
  const added = bytesOf(text);
  if (added <= SHORT || textBytes(versions) + added <= MAX_TEXT_BYTES) return;
  const message = `The texts of a BOM's versions are limited to ${MAX_TEXT_BYTES} bytes in all; one of ${SHORT} bytes has room`;
  throw new AppError('body_too_large', message);
}

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
