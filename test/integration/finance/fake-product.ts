import { AppError, serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Rates } from '#chassis/domain/money.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { KitCopy, RecipeLine } from '#proto/product/v1/recipe.contract.ts';
import type {
  BomCopy,
  ClientCopy,
  Copy,
  CopyKind,
  MaterialCopy,
  StyleCopy,
  SupplierCopy,
} from '../../../services/finance/local-copies/domain/copy.ts';
import type { FoundSku } from '../../../services/finance/local-copies/local-copies.ts';
import type { StyledItem } from '../../../services/finance/local-copies/reader-repository.ts';
import type { FinancePeers } from '../../../services/finance/peers.ts';

type Copies = FinancePeers['copies'];

/** Replaces finance's local copies of product's records, and its settings from identity. Tests set the values. */
export class FakeProduct implements Copies {
  /** Clients, suppliers, styles, materials and BOMs, by id. */
  readonly #records = new Map<string, { kind: CopyKind; copy: Copy[CopyKind] }>();
  rates: Rates = {};
  /** Default currency of all orgs, from identity. */
  defaultCurrency: string | undefined;
  /** Percent by which invoices may exceed the ordered quantity, in all orgs. */
  overInvoicingPercent = 0;
  /** Format of the invoice numbers of all orgs. */
  invoiceNumberFormat: string | undefined;
  /** Legal data of all orgs, from identity. */
  issuer = { name: 'Harbour & Sons Lda', address: 'Rua do Ouro 12\n1100-063 Lisboa', taxId: 'PT501234567' };
  /** Names of users and API keys of all orgs, from identity. */
  readonly persons = new Map<string, string>();
  /** Reads these names. */
  readPersons: FinancePeers['persons'] = async () => this.persons;
  isDown = false;
  /** True: a search by name matches too many records, so it is refused. */
  isCrowded = false;

  client(fields: Partial<ClientCopy> = {}): ClientCopy {
    const none = { priceCategory: null, paymentTerms: null, billingAddress: null, taxId: null };
    const name = { name: 'Nordwind', status: 'active', currency: 'EUR', country: 'Denmark' } as const;
    return this.#add('client', { id: newId(), ...name, ...none, maxAccountValue: 1_000, ...fields });
  }

  style(fields: Partial<StyleCopy> = {}): StyleCopy {
    const id = newId();
    const documentId = `STY-2026-${String(this.#records.size + 1).padStart(6, '0')}`;
    const skus = [{ id: newId(), documentId: `${documentId}-1`, color: 'Navy', size: 'M' }];
    const style = { id, documentId, name: 'Parka', refId: null, status: 'active', clientId: null, skus } as const;
    return this.#add('style', { ...style, skus, ...fields });
  }

  bom(styleId: string): BomCopy {
    const documentId = `BOM-2026-${String(this.#records.size + 1).padStart(6, '0')}`;
    return this.#add('bom', { id: newId(), documentId, styleId, status: 'approved' });
  }

  supplier(fields: Partial<SupplierCopy> = {}): SupplierCopy {
    const weavers = { name: 'Weavers', status: 'active', currency: 'EUR', country: 'Portugal' } as const;
    return this.#add('supplier', { id: newId(), ...weavers, ...fields });
  }

  material(): MaterialCopy {
    const documentId = `MAT-2026-${String(this.#records.size + 1).padStart(6, '0')}`;
    return this.#add('material', { id: newId(), documentId, name: 'Twill', status: 'active', unit: 'm' });
  }

  /** The approved lines of a BOM. */
  recipe(bomId: string, lines: Partial<RecipeLine>[], approvedAt: string | null = '2026-01-05T00:00:00.000Z') {
    const none = { materialName: null, skuId: null, supplierName: null, description: null };
    const full = lines.map(
      (line): RecipeLine => ({
        ...{ ...none, materialId: null, supplierId: null, unit: 'm', netBuyingConsumption: 1 },
        ...{ cost: 2, currency: 'EUR', leadTimeDays: 10, moq: null },
        ...line,
      }),
    );
    return this.#add('recipe', { id: bomId, versionNumber: 1, approvedAt, lineCount: full.length, lines: full });
  }

  kit(styleId: string, skus: KitCopy['skus']): KitCopy {
    return this.#add('kit', { id: styleId, skus });
  }

  ratesOf(): Rates {
    if (this.isDown) throw serviceUnavailable('product', undefined);
    return this.rates;
  }

  async find<Kind extends CopyKind>(kind: Kind, key: string): Promise<Copy[Kind] | undefined> {
    return (await this.findMany(kind, [key])).get(key);
  }

  async findMany<Kind extends CopyKind>(kind: Kind, keys: readonly string[]): Promise<Map<string, Copy[Kind]>> {
    const all = this.#all(kind);
    const found = keys.flatMap((key) => {
      const copy = all.find((one) => one.id === key || ('documentId' in one && one.documentId === key));
      return copy ? [[key, copy] as const] : [];
    });
    return new Map(found);
  }

  async findSkus(keys: readonly string[]): Promise<Map<string, FoundSku>> {
    const skus = this.#all('style').flatMap((style) => style.skus.map((sku) => ({ style, sku })));
    const found = keys.flatMap((key) => {
      const one = skus.find(({ sku }) => sku.id === key || sku.documentId === key);
      return one ? [[key, one] as const] : [];
    });
    return new Map(found);
  }

  async known<Kind extends CopyKind>(_scope: unknown, kind: Kind, ids: readonly string[]) {
    const found = this.#all(kind).filter(({ id }) => ids.includes(id));
    return new Map(found.map((copy) => [copy.id, copy]));
  }

  knownStyles(scope: unknown, ids: readonly string[]) {
    return this.known(scope, 'style', ids);
  }

  knownOutlines<Kind extends CopyKind>(scope: unknown, kind: Kind, ids: readonly string[]) {
    return this.known(scope, kind, ids);
  }

  async bomsOf(_scope: unknown, styleIds: readonly string[]) {
    return this.#all('bom').filter(({ styleId }) => styleIds.includes(styleId));
  }

  async findUnreadBoms(): Promise<void> {}

  knownSkus(_scope: unknown, keys: readonly string[]) {
    return this.findSkus(keys);
  }

  async styleNames(_scope: unknown, items: readonly StyledItem[]) {
    const styles = await this.known(_scope, 'style', [...new Set(items.map(({ styleId }) => styleId))]);
    const found = items.flatMap((item) => {
      const style = styles.get(item.styleId);
      const { color = null, size = null } = style?.skus.find(({ id }) => id === item.skuId) ?? {};
      return style ? [[item, { styleName: style.name, refId: style.refId, color, size }] as const] : [];
    });
    return new Map(found);
  }

  async idsByName(_orgId: string, kind: CopyKind, text: string, id?: string): Promise<string[]> {
    if (this.isCrowded && id === undefined) throw new AppError('validation_failed', 'Too many');
    const named = this.#all(kind).filter(
      (copy) => 'name' in copy && copy.name.toLowerCase().includes(text.toLowerCase()),
    );
    return named.map((copy) => copy.id).filter((one) => id === undefined || one === id);
  }

  forget(id: string): void {
    for (const [key, { copy }] of this.#records) if (copy.id === id) this.#records.delete(key);
  }

  #add<Kind extends CopyKind>(kind: Kind, copy: Copy[Kind]): Copy[Kind] {
    this.#records.set(`${kind}:${copy.id}`, { kind, copy });
    return copy;
  }

  #all<Kind extends CopyKind>(wanted: Kind): Copy[Kind][] {
    return [...this.#records.values()].flatMap(({ kind, copy }) => (kind === wanted ? [copy as Copy[Kind]] : []));
  }
}
