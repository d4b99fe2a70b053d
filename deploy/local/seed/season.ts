import { type Api, forEach, type Gateway } from './api.ts';
import { addBankAccounts, addBankStatements } from './banking.ts';
import { type Bill, walkBill } from './bills.ts';
import { addClients, addMaterials, addStyles, addSuppliers, type Catalog, setExchangeRates } from './catalog.ts';
import { nameCompany } from './company.ts';
import { VERSIONS } from './data/bill-of-material.ts';
import { styles } from './data/styles.ts';
import { addInvoices, type Invoices } from './invoices.ts';
import { addKits } from './kits.ts';
import { addAccounts, addOrders, type Orders } from './orders.ts';
import { gatherTeam, type Team } from './people.ts';
import type { Progress } from './progress.ts';
import { addPurchases, type Purchases } from './purchases.ts';
import { addShipments, type Shipments } from './shipments.ts';

export interface Admin {
  email: string;
  password: string;
}

export interface Season {
  team: Team;
  catalog: Catalog;
  /** By the refId of the style. */
  bills: Map<string, Bill>;
  orders: Orders;
  shipments: Shipments;
  purchases: Purchases;
  invoices: Invoices;
  /** The ids of the bank statements. */
  bankStatements: string[];
}

/** Line differences from one version to the next. */
interface Comparison {
  lineItemDiffs: unknown[];
}

/**
 * Adds a season of a garment maker, only by the public API: people, clients, suppliers and materials; 40 styles, with
 * bills of material in three reviewed versions; orders, shipments, invoices and payments; and purchases. Existing
 * records are recognised and stay unchanged. `walked`: the styles whose bills are made.
 */
export async function walkSeason(gateway: Gateway, admin: Admin, progress: Progress, walked = styles): Promise<Season> {
  const { step } = progress;
  const team = await step('people', 'staff users', async () => {
    const api = await gateway.login(admin.email, admin.password);
    await nameCompany(api);
    return gatherTeam(gateway, api, admin.password);
  });
  const { api } = team.merchandiser;
  await step('exchange rates', 'currencies', () => setExchangeRates(api));
  const clients = await step('clients', 'clients', () => addClients(api));
  const suppliers = await step('suppliers', 'suppliers', () => addSuppliers(api));
  const materials = await step('materials', 'materials', () => addMaterials(api, suppliers));
  const stored = await step('styles', 'styles', () => addStyles(api, clients));
  const catalog = { clients, suppliers, materials, styles: stored };
  await step('kits', 'bundles', () => addKits(api, catalog));
  const bills = await step('bills of material', `bills of ${VERSIONS} versions`, async (done) => {
    const made = await forEach(walked, async (style): Promise<[string, Bill]> => {
      const bill = await walkBill(style, catalog, team);
      done();
      return [style.refId, bill];
    });
    return new Map(made);
  });
  await step('comparisons', 'line differences', () => compareAll(api, bills));
  await step('chart of accounts', 'accounts', () => addAccounts(api));
  const orders = await step('orders', 'orders', () => addOrders(api, catalog));
  const shipments = await step('shipments', 'delivery notes', () => addShipments(api, orders));
  const purchases = await step('purchases', 'purchase orders', () => addPurchases(api, catalog));
  const invoices = await step('invoices', 'invoices', () => addInvoices(api, shipments));
  await step('bank accounts', 'bank accounts', () => addBankAccounts(api));
  const bankStatements = await step('bank', 'bank statements', () => addBankStatements(api, invoices, purchases));
  return { team, catalog, bills, orders, shipments, purchases, invoices, bankStatements };
}

/** Number of lines that changed from each version to the next. */
async function compareAll(api: Api, bills: Map<string, Bill>): Promise<number> {
  const pairs = [...bills.values()].flatMap(({ id }) => [
    `/api/v1/bom/${id}/versions/1/compare/2`,
    `/api/v1/bom/${id}/versions/2/compare/3`,
  ]);
  const comparisons = await forEach(pairs, (path) => api.get<Comparison>(path));
  return comparisons.reduce((sum, { lineItemDiffs }) => sum + lineItemDiffs.length, 0);
}
