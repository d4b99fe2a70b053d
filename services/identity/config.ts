import { z } from 'zod';
import { defineConfig, serviceSettings, setting } from '#chassis/config.ts';

const DAY = 86_400;
/** Node's pool has four threads: half of them stay free for everything that is not a password. */
const HASHING_THREADS = 2;

const seconds = () => z.coerce.number().int().min(0);
const count = () => z.coerce.number().int().min(1);

export const identityConfig = defineConfig({
  ...serviceSettings,
  BOOTSTRAP_ADMIN_EMAIL: setting(
    z.email().optional(),
    'Email of the first admin. Read at the first start alone, where it is required.',
  ),
  BOOTSTRAP_ADMIN_PASSWORD: setting(
    z.string().min(12).max(256).optional(),
    'Password of the first admin, 12 to 256 characters. Read at the first start alone, where it is required.',
    { secret: true },
  ),
  RATE_LIMIT_LOGIN: setting(count().default(10), 'Failed logins in 15 minutes that lock one email from one address.'),
  LOGIN_CONCURRENCY: setting(
    count().default(HASHING_THREADS),
    'Passwords that are checked at once, some 10 ms of CPU and 19 MiB each.',
  ),
  LOGIN_QUEUE: setting(count().default(100), 'Logins that may wait for their turn; one more is refused.'),
  SIGNING_KEY_ROTATION_SECONDS: setting(seconds().default(30 * DAY), 'Time for which a key signs access tokens.'),
  SIGNING_KEY_AHEAD_SECONDS: setting(
    seconds().default(3600),
    'Time for which a key is published before it signs; longer than gateways take to fetch keys again (5 minutes).',
  ),
});
