import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent } from '../files.ts';
import { StartError } from '../start-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A start within this time before the end makes a new one. */
const RENEW_BEFORE_MS = 60 * DAY_MS;
/** Milliseconds of the process that issues certificates: it needs a second. */
const LONGEST_MS = 60_000;

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
  const authority = filesOf(folder, 'ca');
  const files = new Map(processes.map((name) => [name, filesOf(folder, name)]));
  // Its end ends all that it has signed.
  if (!isGood(authority)) rmSync(authority.cert, { force: true });
  const due = [...files].filter(([, each]) => !isGood(each, authority.cert)).map(([name]) => name);
  if (due.length > 0) await issue(folder, due);
  return files;
}

export function filesOf(folder: string, name: string): CertificateFiles {
  return { ca: join(folder, 'ca.pem'), cert: join(folder, `${name}.pem`), key: join(folder, `${name}-key.pem`) };
}

/** By a process of its own: what it takes to make certificates would stay in this one's memory. Most starts need no new one. */
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
