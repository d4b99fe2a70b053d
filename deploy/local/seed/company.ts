import type { Api } from './api.ts';

/** The company of the season, as its documents show it. */
const company = {
  legal_name: 'Selvedge & Sons, Confecções Lda.',
  address: 'Rua da Fábrica 12, 4810-426 Guimarães, Portugal',
  tax_id: 'PT509118263',
  registration_number: '509118263',
  phone: '+351 253 519 700',
  website: 'selvedge.example',
};

const currency = { default_currency: 'EUR' };

interface Org {
  legal_name: string | null;
  default_currency: string | null;
}

/** Sets the legal data and the default currency of the admin's org, where it has none. */
export async function nameCompany(admin: Api): Promise<void> {
  const { org_id } = await admin.get<{ org_id: string }>('/api/v1/auth/me');
  const org = await admin.get<Org>(`/api/v1/orgs/${org_id}`);
  const changes = { ...(org.legal_name === null && company), ...(org.default_currency === null && currency) };
  if (Object.keys(changes).length > 0) await admin.send('PATCH', `/api/v1/orgs/${org_id}`, changes);
}
