import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeAtomically } from './files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A start within this time before the end makes a new one. */
const RENEW_BEFORE_MS = 60 * DAY_MS;

/** File paths, as the processes' configuration wants them. */
export interface CertificateFiles {
  ca: string;
  cert: string;
  key: string;
}

/**
 * A CA of this folder's own, and one certificate a process whose common name is the name of the process: services
 * believe a caller by it. Kept, and renewed before it expires.
 */
export async function ensureCertificates(
  folder: string,
  processes: readonly string[],
): Promise<Map<string, CertificateFiles>> {
  const ca = join(folder, 'ca.pem');
  const files = new Map(
    processes.map((name) => [name, { ca, cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) }]),
  );
  const caIsGood = isGood(ca, join(folder, 'ca-key.pem'));
  const due = [...files].filter(([, { cert, key }]) => !caIsGood || !isGood(cert, key, ca));
  if (due.length > 0) await issue(folder, caIsGood, due);
  return files;
}

async function issue(folder: string, caIsGood: boolean, due: [string, CertificateFiles][]): Promise<void> {
  // Loaded here only: most starts need no new certificate.
  const { createAuthority, issueCertificate, loadAuthority } = await import('./certificate-authority.ts');
  const paths = { cert: join(folder, 'ca.pem'), key: join(folder, 'ca-key.pem') };
  if (!caIsGood) save(paths, await createAuthority());
  const authority = await loadAuthority({
    cert: readFileSync(paths.cert, 'utf8'),
    key: readFileSync(paths.key, 'utf8'),
  });
  for (const [name, files] of due) save(files, await issueCertificate(authority, name));
}

function save(files: { cert: string; key: string }, pem: { cert: string; key: string }): void {
  writeAtomically(files.key, pem.key);
  writeAtomically(files.cert, pem.cert);
}

function isGood(certFile: string, keyFile: string, issuerFile?: string): boolean {
  const pem = readIfPresent(certFile);
  if (pem === undefined || !existsSync(keyFile)) return false;
  const certificate = new X509Certificate(pem);
  const issuer = issuerFile === undefined ? certificate : new X509Certificate(readFileSync(issuerFile));
  return certificate.validToDate.getTime() - Date.now() > RENEW_BEFORE_MS && certificate.verify(issuer.publicKey);
}
