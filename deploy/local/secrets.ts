import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeAtomically } from './files.ts';

const stored = z.object({
  adminEmail: z.string(),
  adminPassword: z.string(),
  natsAdminPassword: z.string(),
  /** Password of the embedded engine. */
  mongodbPassword: z.string(),
  processes: z.record(z.string(), z.object({ natsPassword: z.string(), encryptionKey: z.string() })),
});
export type Secrets = z.output<typeof stored>;

interface Admin {
  email?: string | undefined;
  password?: string | undefined;
}

/**
 * Creates the secrets once, and stores them in DATA_DIR/secrets.json. A process that a later version adds gets its
 * secrets at its first start.
 */
export function loadSecrets(dataDir: string, processes: readonly string[], admin: Admin): Secrets {
  const file = join(dataDir, 'secrets.json');
  const known = readJson(file, stored.partial()) ?? {};
  const secrets: Secrets = {
    adminEmail: known.adminEmail ?? admin.email ?? 'admin@selvedge.example',
    adminPassword: known.adminPassword ?? admin.password ?? makePassword(),
    natsAdminPassword: known.natsAdminPassword ?? makePassword(),
    mongodbPassword: known.mongodbPassword ?? makePassword(),
    processes: {
      ...Object.fromEntries(
        processes.map((name) => [name, { natsPassword: makePassword(), encryptionKey: makeKey() }]),
      ),
      ...known.processes,
    },
  };
  if (JSON.stringify(secrets) !== JSON.stringify(known)) writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/** 120 random bits. Begins with a letter, because NATS' configuration would read digits as a number. */
function makePassword(): string {
  return `s${randomBytes(15).toString('hex')}`;
}

function makeKey(): string {
  return randomBytes(32).toString('base64');
}
