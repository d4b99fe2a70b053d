import { financeExamples } from '../../finance/v1/event-examples.contract.ts';
import { productExamples } from '../../product/v1/event-examples.contract.ts';
import type { eventData } from './events.contract.ts';
import {
  created_by_id,
  createdAt,
  type Example,
  eventExamples,
  org_id,
  shownExample,
  supplierId,
  updatedAt,
} from './example-values.contract.ts';
import type { Resource } from './resource.contract.ts';
import { resources } from './resources.contract.ts';

type EventData = typeof eventData;

const apiKey: Example<'api_key.created'> = {
  id: '6740b1f2c9a84e0012ab3470',
  org_id,
  name: 'Warehouse',
  permissions: ['read:orders', 'read:styles'],
  scopes: ['read:orders', 'read:styles'],
  rate_limit: 600,
  created_at: createdAt,
  expires_at: null,
  is_active: true,
  last_used_at: updatedAt,
  created_by_id,
  created_by_name: null,
  last_four: 'x7Kq',
  updated_at: updatedAt,
};

const user: Example<'user.created'> = {
  id: '6740b1f2c9a84e0012ab3480',
  org_id,
  email: 'ana@example.com',
  name: 'Ana Reis',
  role: 'staff',
  client_id: null,
  is_active: true,
  is_pending: false,
  user_metadata: {},
  created_at: createdAt,
  updated_at: updatedAt,
};

const org: Example<'org.created'> = {
  id: org_id,
  name: 'Harbour Mill',
  legal_name: 'Harbour Mill, Lda.',
  address: 'Rua da Fábrica 3, 4760-123 Famalicão',
  tax_id: 'PT509876543',
  registration_number: '509876543',
  phone: '+351 252 301 440',
  website: 'harbourmill.example',
  time_zone: 'Europe/Lisbon',
  default_currency: 'EUR',
  over_invoicing_percent: null,
  invoice_number_format: '{YYYY}-{000000}',
  created_at: createdAt,
  updated_at: updatedAt,
};

const webhook: Example<'webhook.created'> = {
  id: '6740b1f2c9a84e0012ab3490',
  org_id,
  url: 'https://example.com/hooks',
  events: ['client.*'],
  description: 'Tells the warehouse',
  is_active: true,
  created_at: createdAt,
  created_by_id,
  updated_at: updatedAt,
};

const standard = (resources as readonly object[]).filter((one): one is Resource => 'requests' in one);

/**
 * Examples of all standard resources, derived from their declarations. A resource that has more than plain fields and a
 * status needs written examples as well, because the derived ones lack its other fields.
 */
const derived: Record<string, object> = Object.assign(
  {},
  ...standard.map((resource) => {
    const [first] = Object.values(resource.moves);
    return eventExamples(resource, shownExample(resource, { id: supplierId, status: first?.from[0] }));
  }),
);

const examples: { readonly [Type in keyof EventData]: Example<Type> } = {
  ...(derived as Record<keyof EventData, never>),
  ...productExamples,
  ...financeExamples,
  'api_key.created': { ...apiKey, last_used_at: null },
  'api_key.rotated': apiKey,
  'api_key.revoked': { ...apiKey, is_active: false },
  'user.created': user,
  'user.updated': user,
  'user.deleted': user,
  'org.created': org,
  'org.updated': org,
  'webhook.created': webhook,
  'webhook.updated': webhook,
  'webhook.deleted': webhook,
  'webhook.test': webhook,
  'webhook.disabled': { ...webhook, is_active: false },
};

/** Example data of an event type in the org (decisions 5: Webhooks, `test`). Undefined for an unknown type. */
export function eventExample(type: string, orgId: string): object | undefined {
  if (!Object.hasOwn(examples, type)) return undefined;
  const example = examples[type as keyof EventData];
  // Receivers may compare the org in `data` with the org of the envelope.
  if ('org_id' in example) return { ...example, org_id: orgId };
  return type.startsWith('org.') ? { ...example, id: orgId } : example;
}
