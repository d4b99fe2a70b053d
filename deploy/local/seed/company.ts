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

/** Sets the legal data of the admin's org, if it has none. */
export async function nameCompany(admin: Api): Promise<void> {
  const { org_id } = await admin.get<{ org_id: string }>('/api/v1/auth/me');
  const org = await admin.get<{ legal_name: string | null }>(`/api/v1/orgs/${org_id}`);
  if (org.legal_name === null) await admin.send('PATCH', `/api/v1/orgs/${org_id}`, company);
}
