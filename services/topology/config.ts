import { z } from 'zod';
import { busSettings, defineConfig, processSettings, setting } from '#chassis/runtime/config.ts';

const { NATS_URL, NATS_USER, NATS_PASSWORD, NATS_CA } = busSettings;

export const topologyConfig = defineConfig({
  ...processSettings,
  NATS_URL,
  NATS_USER,
  NATS_PASSWORD,
  NATS_CA,
  NATS_REPLICAS: setting(
    z.coerce.number().int().min(1).max(5).default(1),
    'Copies that JetStream keeps of each event; 3 in a cluster.',
  ),
});
