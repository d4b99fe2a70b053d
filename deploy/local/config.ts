import { join, resolve } from 'node:path';
import { z } from 'zod';
import { defineConfig, loadConfig, port, setting } from '#chassis/runtime/config.ts';

/**
 * Settings of the local start. Variables that only the processes read (WEBHOOK_*, RATE_LIMIT_* …) are passed on
 * unchanged.
 */
export const startConfig = defineConfig({
  GATEWAY_PORT: setting(port().default(8443), 'HTTPS port; 0 = any.'),
  DATA_DIR: setting(z.string().default('.data'), 'Folder of everything that the local start writes.'),
  BOOTSTRAP_ADMIN_EMAIL: setting(z.email().optional(), 'Email of the first admin; made up once if absent.'),
  BOOTSTRAP_ADMIN_PASSWORD: setting(
    z.string().min(12).max(256).optional(),
    'Password of the first admin, 12 to 256 characters; made up once if absent.',
    { secret: true },
  ),
  BOOTSTRAP_DEFAULT_CURRENCY: setting(
    z
      .string()
      .regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code')
      .default('EUR'),
    'Default currency of the first org, as an ISO 4217 code. Read at the first start alone.',
  ),
  MONGODB_URL: setting(
    z
      .string()
      .regex(/^mongodb(\+srv)?:\/\//, 'Expected mongodb://…')
      .optional(),
    'MongoDB replica set to use instead of a local one.',
    { secret: true },
  ),
  MONGODB_DATABASE_PREFIX: setting(
    z
      .string()
      .regex(/^\w{1,24}$/)
      .default('selvedge'),
    'Databases are named PREFIX_identity, PREFIX_product …: lets several instances share one MongoDB.',
  ),
  NATS_URL: setting(z.string().optional(), 'NATS server with JetStream to use instead of a local one.'),
  NATS_USER: setting(z.string().optional(), 'User at NATS_URL.'),
  NATS_PASSWORD: setting(z.string().optional(), 'Password of NATS_USER.', { secret: true }),
  PUBLIC_URL: setting(z.url().optional(), 'Address in mails and links; the ready URL if absent.'),
});

export type StartSettings = ReturnType<typeof loadStartSettings>;

export function loadStartSettings() {
  const settings = loadConfig(startConfig);
  return { ...settings, DATA_DIR: resolve(settings.DATA_DIR) };
}

/** The environment of every child process, with PATH and proxies. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** Folders in which programs are searched. */
export function programFolders(): string[] {
  return (process.env.PATH ?? '').split(':').filter(Boolean);
}

export const downloadFolder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'selvedge');
