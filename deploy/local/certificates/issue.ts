import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '../files.ts';
import { createAuthority, issueCertificate, loadAuthority, type Pem } from './authority.ts';
import { type CertificateFiles, filesOf } from './certificates.ts';

/**
 * certificates.ts runs this file. It issues a certificate for each name by the CA of the folder. If there is no CA, it
 * makes one.
 */
const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('usage: issue.ts FOLDER NAME…');
process.once('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});
// Standard input is open as long as the caller runs. If the caller is killed, this process must end, because the next
// start may issue certificates, too.
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
