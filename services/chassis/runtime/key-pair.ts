import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Logger } from './logger.ts';
import { certificateExpiry, certificateReloadFailures } from './metrics.ts';

/** Paths of PEM files. */
export interface KeyPairFiles {
  cert: string;
  key: string;
}

/** The peers to which a certificate is shown: other processes, or callers of the gateway. */
type Use = 'rpc' | 'https';

/** Milliseconds: how soon a renewed certificate is taken up. */
export const CHECK_INTERVAL = 10_000;

/** Reads a certificate and its key. Throws when they cannot be read, or do not belong together: one may be newer. */
export function readKeyPair({ cert, key }: KeyPairFiles, use: Use): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(cert), key: readFileSync(key) };
  const certificate = new X509Certificate(pair.cert);
  if (!certificate.checkPrivateKey(createPrivateKey(pair.key))) throw new Error(`${key} is not the key of ${cert}`);
  certificateExpiry.labels(use).set(certificate.validToDate.getTime() / 1000);
  return pair;
}

/**
 * Returns a check, to be made every CHECK_INTERVAL, that takes up the files once they have changed. While that fails it is
 * tried again, and operators are told each time: the former certificate expires.
 */
export function renewal(files: string[], use: Use, logger: Logger, takeUp: () => void): () => void {
  let version = versionOf(files);
  return () => {
    try {
      const current = versionOf(files);
      if (current === version) return;
      takeUp();
      version = current;
    } catch (error) {
      certificateReloadFailures.labels(use).inc();
      logger.error({ err: error, use }, 'A renewed certificate cannot be taken up; the former one stays in use');
    }
  };
}

function versionOf(files: string[]): string {
  return files.map((file) => statSync(file).mtimeMs).join();
}
