import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent } from '../files.ts';
import { StartError } from '../start-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A start makes a new certificate if the old one ends within this time. */
const RENEW_BEFORE_MS = 60 * DAY_MS;
/** Maximum milliseconds of the process that issues certificates. It needs a second. */
const LONGEST_MS = 60_000;

/** Paths of PEM files, as the processes' settings need them. */
export interface CertificateFiles {
  ca: string;
  cert: string;
  key: string;
}

/**
 * A CA for this folder only, and a certificate for each process. Its common name is the name of the process: services
 * identify their callers by it. Certificates are kept, and renewed before they expire.
 */
export async function ensureCertificates(
  folder: string,
  processes: readonly string[],
): Promise<Map<string, CertificateFiles>> {
  const authority = filesOf(folder, 'ca');
  const files = new Map(processes.map((name) => [name, filesOf(folder, name)]));
  // A CA that ends soon is removed, and then all certificates are issued again.
  if (!isGood(authority)) rmSync(authority.cert, { force: true });
  const due = [...files].filter(([, each]) => !isGood(each, authority.cert)).map(([name]) => name);
  if (due.length > 0) await issue(folder, due);
  return files;
}

export function filesOf(folder: string, name: string): CertificateFiles {
  return { ca: join(folder, 'ca.pem'), cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) };
}

/**
 * Issues certificates in a separate process, because the code for this would stay in memory. Most starts need no new
 * certificate.
 */
async function issue(folder: string, names: string[]): Promise<void> {
  const script = join(import.meta.dirname, 'issue.ts');
  try {
    await promisify(execFile)(process.execPath, [script, folder, ...names], { timeout: LONGEST_MS });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartError(`No certificates could be made in ${folder}: ${stderr?.trim() || message}`);
  }
}

function isGood({ cert, key }: CertificateFiles, issuerFile = cert): boolean {
  const [pem, issuer] = [readIfPresent(cert), readIfPresent(issuerFile)];
  if (pem === undefined || issuer === undefined || !existsSync(key)) return false;
  const certificate = new X509Certificate(pem);
  const runsOn = certificate.validToDate.getTime() - Date.now() > RENEW_BEFORE_MS;
  return runsOn && certificate.verify(new X509Certificate(issuer).publicKey);
}
