import type { ConfigSpec } from '#chassis/runtime/config.ts';
import type { ProcessName } from '../../deploy/local/processes.ts';
import { gatewayConfig } from '../../gateway/config.ts';
import { financeConfig } from '../../services/finance/config.ts';
import { identityConfig } from '../../services/identity/config.ts';
import { notificationConfig } from '../../services/notification/config.ts';
import { productConfig } from '../../services/product/config.ts';
import { topologyConfig } from '../../services/topology/config.ts';

/** The settings of each process. */
export const SPECS: Record<ProcessName, ConfigSpec> = {
  identity: identityConfig,
  product: productConfig,
  finance: financeConfig,
  notification: notificationConfig,
  gateway: gatewayConfig,
  topology: topologyConfig,
};

/** @returns a value of the form that the setting asks for, in place of a secret */
export function placeholder(name: string): string {
  if (name === 'ENCRYPTION_KEY') return Buffer.alloc(32).toString('base64');
  if (name === 'SMTP_URL') return 'smtps://user:password@mail/';
  if (name === 'MONGODB_URL') return 'mongodb://user:password@mongodb/';
  return name.endsWith('EMAIL') ? 'admin@selvedge.example' : 'a long enough password';
}
