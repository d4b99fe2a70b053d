import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Logger } from './logger.ts';
import { certificateExpiry, certificateReloadFailures } from './metrics.ts';

/** Paths of PEM files. */
export interface KeyPairFiles {
  cert: string;
  key: string;
}

/** The peers that see the certificate: other processes (`rpc`), or callers of the gateway (`https`). */
type Use = 'rpc' | 'https';

/** Milliseconds between two checks for a renewed certificate. */
export const CHECK_INTERVAL = 10_000;

/**
 * Reads a certificate and its key. Throws if a file cannot be read, or if the files do not match: one may already be
 * renewed, and the other not yet.
 */
export function readKeyPair({ cert, key }: KeyPairFiles, use: Use): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(cert), key: readFileSync(key) };
  const certificate = new X509Certificate(pair.cert);
  if (!certificate.checkPrivateKey(createPrivateKey(pair.key))) throw new Error(`${key} is not the key of ${cert}`);
  certificateExpiry.labels(use).set(certificate.validToDate.getTime() / 1000);
  return pair;
}

/**
 * Returns a check that calls `takeUp` when the files have changed. The check must run every CHECK_INTERVAL. If `takeUp`
 * fails, each further check calls it again and logs an error, because the old certificate will expire.
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
