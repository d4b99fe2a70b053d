import { z } from 'zod';
import { addressOf, defineConfig, serviceSettings, setting } from '#chassis/runtime/config.ts';

const DAY = 86_400;
/** Two of the four threads of Node's pool stay free for other work than passwords. */
const HASHING_THREADS = 2;
/** The minimum of OWASP's Password Storage Cheat Sheet for argon2id: 19 MiB, two passes, one lane. */
const LEAST_MEMORY_KIB = 19_456;
const LEAST_PASSES = 2;
/** The value becomes a header line: printable ASCII, and only one address. */
const MAILBOX = /^(?:[\w .'-]+ <[^\s<>@]+@[\w.-]+>|[^\s<>@]+@[\w.-]+)$/;

const seconds = () => z.coerce.number().int().min(0);
const count = () => z.coerce.number().int().min(1);

export const identityConfig = defineConfig({
  ...serviceSettings,
  PRODUCT_ADDRESS: addressOf('product'),
  BOOTSTRAP_ADMIN_EMAIL: setting(
    z.email().optional(),
    'Email of the first admin. Read at the first start alone, where it is required.',
  ),
  BOOTSTRAP_ADMIN_PASSWORD: setting(
    z.string().min(12).max(256).optional(),
    'Password of the first admin, 12 to 256 characters. Read at the first start alone, where it is required.',
    { secret: true },
  ),
  BOOTSTRAP_DEFAULT_CURRENCY: setting(
    z
      .string()
      .regex(/^[A-Z]{3}$/, 'Expected an ISO 4217 code')
      .optional(),
    'Default currency of the first org, as an ISO 4217 code; none if absent. Read at the first start alone.',
  ),
  RATE_LIMIT_LOGIN: setting(count().default(10), 'Failed logins in 15 minutes that lock one email from one address.'),
  RATE_LIMIT_KEY: setting(
    count().default(600),
    'Requests in 60 seconds that an API key may make which has no limit of its own.',
  ),
  API_KEY_MAX_PER_ORG: setting(
    count().default(1000),
    'API keys of an org that are neither revoked nor expired; one more is refused.',
  ),
  LOGIN_CONCURRENCY: setting(
    count().default(HASHING_THREADS),
    'Passwords that are hashed at once, for logins, changes, resets and new users together. Each takes ARGON2_MEMORY_KIB and a core for some 60 ms.',
  ),
  LOGIN_QUEUE: setting(
    count().default(100),
    'Logins that may wait for their turn, and as many changes, resets and, of each org, passwords that its admins set; one more is refused.',
  ),
  ARGON2_MEMORY_KIB: setting(
    z.coerce.number().int().min(LEAST_MEMORY_KIB).default(65_536),
    'Memory of one password hash. The process needs LOGIN_CONCURRENCY times as much: 128 MiB. Hashes of another cost are renewed at the next login.',
  ),
  ARGON2_PASSES: setting(
    z.coerce.number().int().min(LEAST_PASSES).default(3),
    'Passes of one password hash over its memory.',
  ),
  PUBLIC_URL: setting(
    z.url().default('https://localhost:8443'),
    'Where callers reach the gateway; builds links in mails.',
  ),
  SMTP_URL: setting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'Mail server: smtps://user:password@host:465, or smtp://…:587, which must offer STARTTLS unless ?ignoreTLS=true.',
    { secret: true },
  ),
  MAIL_FROM: setting(
    z.string().regex(MAILBOX, 'Expected name@host or Name <name@host>').default('Selvedge <no-reply@localhost>'),
    'Sender of mails.',
  ),
  MAIL_DIR: setting(z.string().optional(), 'Folder for mails as files, one each, where no SMTP_URL is set.'),
  SIGNING_KEY_ROTATION_SECONDS: setting(seconds().default(30 * DAY), 'Time for which a key signs access tokens.'),
  SIGNING_KEY_AHEAD_SECONDS: setting(
    seconds().default(3600),
    'Time for which a key is published before it signs; longer than gateways take to fetch keys again (5 minutes).',
  ),
});
