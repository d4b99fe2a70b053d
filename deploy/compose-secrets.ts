import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCertificates } from './local/certificates/certificates.ts';
import { writeAtomically } from './local/files.ts';
import { natsPasswords } from './local/nats/nats.ts';
import { NATS_USERS, PEERS } from './local/processes.ts';
import { loadSecrets, type Secrets } from './local/secrets.ts';

/** Makes, once, what docker-compose.yml asks for: certificates, and a file of variables for `docker compose --env-file`. */

const folder = join(import.meta.dirname, '..', '.data', 'compose');
const tls = join(folder, 'tls');
mkdirSync(tls, { recursive: true, mode: 0o700 });
// Before Docker does, to whom it would belong then.
mkdirSync(join(folder, 'mail'), { recursive: true, mode: 0o700 });
await ensureCertificates(tls, [...PEERS, 'nats']);
const secrets = loadSecrets(folder, NATS_USERS, {});
const file = join(folder, 'secrets.env');
const lines = Object.entries(variables(secrets)).map(([name, value]) => `${name}=${value}`);
writeAtomically(file, `${lines.join('\n')}\n`);
console.log(`${file} is ready.\nadmin ${secrets.adminEmail} ${secrets.adminPassword}`);

function variables({ adminEmail, adminPassword, processes, ...rest }: Secrets): Record<string, string> {
  const keys = Object.entries(processes).map(([name, { encryptionKey }]) => [
    `ENCRYPTION_KEY_${name.toUpperCase()}`,
    encryptionKey,
  ]);
  return {
    // Owner of the key files: nobody else can read them.
    OWNER: `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`,
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    ...natsPasswords({ adminEmail, adminPassword, processes, ...rest }),
    ...Object.fromEntries(keys),
  };
}
