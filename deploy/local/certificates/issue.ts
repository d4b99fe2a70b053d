import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../files.ts';
import { createAuthority, issueCertificate, loadAuthority, type Pem } from './authority.ts';
import { type CertificateFiles, filesOf } from './certificates.ts';

/** Run by certificates.ts: issues one certificate for each name, by the folder's authority; makes that where there is none. */
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('usage: issue.ts FOLDER NAME…');
process.once('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});
// Its standard input is open as long as the caller runs. Where he was killed, the next start may issue at the same time.
process.stdin.once('end', () => process.exit(1)).resume();
const authority = filesOf(folder, 'ca');
if (!existsSync(authority.cert)) save(authority, await createAuthority());
const issuer = await loadAuthority({
  cert: readFileSync(authority.cert, 'utf8'),
  key: readFileSync(authority.key, 'utf8'),
});
for (const name of names) save(filesOf(folder, name), await issueCertificate(issuer, name));
process.exit();

function save(files: CertificateFiles, pem: Pem): void {
  writeAtomically(files.key, pem.key);
  writeAtomically(files.cert, pem.cert);
}
