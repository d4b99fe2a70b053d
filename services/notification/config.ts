import { z } from 'zod';
import { defineConfig, milliseconds, serviceSettings, setting } from '#chassis/runtime/config.ts';
import { DEFAULT_SCHEDULE, isSchedule, parseSchedule } from './deliveries/domain/schedule.ts';
import { isNetwork } from './network/domain/address-policy.ts';

const networks = () =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .refine((blocks) => blocks.every(isNetwork), 'Expected CIDR blocks, comma-separated');

const schedule = () =>
  z.string().default(DEFAULT_SCHEDULE).refine(isSchedule, 'Expected seconds, comma-separated').transform(parseSchedule);

const flag = () => z.enum(['true', 'false']).transform((text) => text === 'true');

export const notificationConfig = defineConfig({
  ...serviceSettings,
  WEBHOOK_ALLOW_HTTP: setting(
    flag().default(false),
    'Whether webhooks may have http:// addresses; for local receivers alone.',
  ),
  WEBHOOK_ALLOWED_NETWORKS: setting(networks(), 'CIDR blocks that webhooks may reach though they are not public.'),
  WEBHOOK_DENIED_NETWORKS: setting(
    networks(),
    "CIDR blocks that webhooks may not reach though they are public: the cluster's.",
  ),
  WEBHOOK_RETRY_SCHEDULE: setting(schedule(), 'Seconds before each attempt, comma-separated; each is spread by 10 %.'),
  WEBHOOK_TIMEOUT_MS: setting(milliseconds().default(15_000), 'Time for a receiver to answer.'),
  WEBHOOK_LEASE_MS: setting(
    milliseconds().default(5000),
    'Time after which deliveries of a process that died are taken up by another.',
  ),
  WEBHOOK_MAX_PER_ORG: setting(
    z.coerce.number().int().min(1).default(100),
    'Webhooks that an org may have; one that has more keeps them.',
  ),
  WEBHOOK_CONNECTIONS: setting(
    z.coerce.number().int().min(1).default(32),
    'Attempts at one webhook at a time, per process.',
  ),
});
