import type { Api } from './api.ts';
import { clients } from './data/clients.ts';
import { exchangeRates } from './data/exchange-rates.ts';
import { materials } from './data/materials.ts';
import { styles } from './data/styles.ts';
import { type SupplierKey, suppliers } from './data/suppliers.ts';

/** The ids of the stored records, by the names that the season uses for them. */
export interface Catalog {
  clients: Map<string, string>;
  suppliers: Map<string, string>;
  /** By refId, like `styles`. */
  materials: Map<string, string>;
  styles: Map<string, StoredStyle>;
}

export interface StoredStyle {
  id: string;
  name: string;
  refId: string;
  skus: { id: string; color: string; size: string }[];
}

interface Named {
  id: string;
  name: string;
  refId: string;
}

const SEASON = { search: 'AW27-' };

export const addClients = (api: Api) => addNamed(api, '/api/v1/clients', clients);
export const addSuppliers = (api: Api) => addNamed(api, '/api/v1/suppliers', Object.values(suppliers));

export async function addMaterials(api: Api, supplierIds: Map<string, string>): Promise<Map<string, string>> {
  const supplierOf = (key: SupplierKey) => supplierIds.get(suppliers[key].name);
  const records = materials.map(({ supplier, ...material }) => ({ ...material, supplierId: supplierOf(supplier) }));
  const stored = await addReferenced<Named>(api, '/api/v1/materials', records);
  return new Map(stored.map(({ refId, id }) => [refId, id]));
}

export async function addStyles(api: Api, clientIds: Map<string, string>): Promise<Map<string, StoredStyle>> {
  const records = styles.map(({ client, garment: _, ...style }) => ({ ...style, clientId: clientIds.get(client) }));
  const stored = await addReferenced<StoredStyle>(api, '/api/v1/styles', records);
  return new Map(stored.map((style) => [style.refId, style]));
}

/** Adds missing exchange rates. Rates that the org already has stay unchanged. */
export async function setExchangeRates(api: Api): Promise<number> {
  const { rates: known } = await api.get<{ rates: Record<string, string> }>('/api/v1/exchange-rates');
  const rates = { ...exchangeRates, ...known };
  const added = Object.keys(rates).length - Object.keys(known).length;
  if (added > 0) await api.send('PUT', '/api/v1/exchange-rates', { rates });
  return Object.keys(exchangeRates).length;
}

interface NamedRecord {
  name: string;
  taxId?: string;
}

/**
 * Imports the missing records. Records are recognised by their name and, if they have one, by their taxId: a caller may
 * have created another record of this name. Returns their ids.
 */
async function addNamed(api: Api, path: string, records: readonly NamedRecord[]): Promise<Map<string, string>> {
  const read = async () => {
    const stored = await Promise.all(
      records.map(async ({ name, taxId }) => {
        const found = await api.all<NamedRecord & { id: string }>(path, { search: name });
        return found.filter((one) => one.name === name && (taxId === undefined || one.taxId === taxId));
      }),
    );
    return new Map(stored.flat().map(({ name, id }) => [name, id]));
  };
  const known = await read();
  const missing = records.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return known;
  await api.importCsv(path, missing);
  return read();
}

/** Imports the missing records. Records are recognised by their refId. Returns the stored records. */
async function addReferenced<T extends { refId: string }>(
  api: Api,
  path: string,
  records: readonly { refId: string }[],
): Promise<T[]> {
  const known = await api.all<T>(path, SEASON);
  const refIds = new Set(known.map(({ refId }) => refId));
  const missing = records.filter(({ refId }) => !refIds.has(refId));
  if (missing.length === 0) return known;
  await api.importCsv(path, missing);
  return api.all(path, SEASON);
}
