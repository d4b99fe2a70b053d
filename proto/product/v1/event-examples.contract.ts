import { archivableEvents } from '../../common/v1/contract.ts';
import {
  bomId,
  clientId,
  clientName,
  created_by_id,
  createdAt,
  type Example,
  type ExamplesOf,
  materialId,
  skuId,
  styleId,
  supplierId,
  supplierName,
  updatedAt,
} from '../../common/v1/example-values.contract.ts';

const client: Example<'client.created'> = {
  id: clientId,
  name: clientName,
  country: 'Portugal',
  maxAccountValue: 50_000,
  currency: 'EUR',
  priceCategory: 'high',
  paymentTerms: '30 days net',
  contacts: [
    {
      id: '6740b1f2c9a84e0012ab3403',
      contactName: 'Ana Reis',
      email: 'ana@example.com',
      phoneNumber: '912345678',
      countryCode: '+351',
    },
  ],
  billingAddress: 'Rua do Cais 12, 4050-123 Porto',
  taxId: 'PT501234567',
  ordersCount: 3,
  status: 'active',
  createdAt,
  updatedAt,
};

const supplier: Example<'supplier.created'> = {
  id: supplierId,
  name: supplierName,
  country: 'Portugal',
  currency: 'EUR',
  email: 'orders@example.com',
  phoneNumber: '+351 223 456 789',
  leadTimeDays: 21,
  status: 'active',
  createdAt,
  updatedAt,
};

const material: Example<'material.created'> = {
  id: materialId,
  documentId: 'MAT-2026-000007',
  name: 'Brushed cotton twill',
  type: 'fabric',
  unit: 'm',
  refId: 'TW-240-NAVY',
  description: 'Twill, brushed on one side',
  composition: '100 % cotton',
  color: 'navy',
  widthCm: 148,
  weightGsm: 240,
  supplierId,
  supplierName: supplier.name,
  costInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  leadTimeDays: 21,
  moq: 300,
  skus: [{ id: '6740b1f2c9a84e0012ab3421', color: 'navy', size: '148 cm', code: 'TW-240-NAVY-148' }],
  status: 'active',
  createdAt,
  updatedAt,
};

const style: Example<'style.created'> = {
  id: styleId,
  documentId: 'STY-2026-000012',
  name: 'Chore jacket',
  refId: 'CJ-26',
  clientId,
  picture: null,
  description: 'Three patch pockets, horn buttons',
  colors: ['navy'],
  sizes: ['M'],
  skus: [
    {
      id: skuId,
      documentId: 'STY-2026-000012-1',
      color: 'navy',
      size: 'M',
      qrData: 'STY-2026-000012:navy:M',
      isKittedBundle: false,
      kittedBundle: [],
    },
  ],
  skuCount: 1,
  status: 'active',
  createdAt,
  updatedAt,
};

type Bom = Example<'bom.created'>;
type BomLine = NonNullable<Bom['versions'][number]['lineItems']>[number];

const bomLine: BomLine = {
  id: '6740b1f2c9a84e0012ab3442',
  billOfMaterialVersionId: '6740b1f2c9a84e0012ab3441',
  grossConsumption: 1.8,
  sellingTolerance: 5,
  netSellingConsumption: 1.89,
  buyingTolerance: 3,
  netBuyingConsumption: 1.854,
  materialCostInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  materialCostInUsd: 6.912,
  estimatedMaterialPreparationLeadTime: 21,
  assignedMaterialOptions: [
    {
      id: '6740b1f2c9a84e0012ab3443',
      materialId,
      materialName: 'Brushed cotton twill',
      skuId: null,
      supplierId,
      supplierName: supplier.name,
      cost: 6.4,
      currency: 'EUR',
      leadTimeDays: 21,
      moq: 300,
      priority: 1,
      isPreferred: true,
    },
  ],
  chosenAssignedMaterialId: materialId,
  chosenAssignedSkuId: null,
  category: 'Shell',
  description: 'Body and sleeves',
  unit: 'm',
};

/** A BOM with its one version in `status`. */
function bom(status: Bom['status'] = 'draft'): Bom {
  const isSubmitted = status !== 'draft';
  const submittedAt = isSubmitted ? updatedAt : null;
  const submittedById = isSubmitted ? created_by_id : null;
  const approvedById = status === 'approved' ? created_by_id : null;
  const rejectionReason = status === 'rejected' ? 'The lining is missing' : null;
  const version = {
    id: bomLine.billOfMaterialVersionId,
    documentId: 'BOM-2026-000004-1',
    versionNumber: 1,
    changeDescription: null,
    createdAt,
    status,
    submittedAt,
    submittedById,
    approvedById,
    rejectionReason,
  };
  return {
    id: bomId,
    documentId: 'BOM-2026-000004',
    currentVersion: 1,
    versionCount: 1,
    styleId,
    style: { id: styleId, documentId: style.documentId, name: style.name, refId: style.refId },
    latestVersion: version,
    status,
    createdAt,
    updatedAt,
    submittedAt,
    createdById: created_by_id,
    submittedById,
    approvedById,
    versions: [
      {
        ...version,
        createdById: created_by_id,
        approvedAt: status === 'approved' ? updatedAt : null,
        rejectedAt: status === 'rejected' ? updatedAt : null,
        rejectedById: status === 'rejected' ? created_by_id : null,
        lineItemCount: 1,
        updatedAt,
        lineItems: [bomLine],
        groupedLineItems: [{ category: bomLine.category, items: [bomLine] }],
      },
    ],
  };
}

/** Examples of all events of an archivable record, each with the status that the event leaves. */
function archivableExamples<Type extends string, Data extends object>(type: Type, data: Data) {
  const archived = { ...data, status: 'archived' };
  return { ...archivableEvents(type, data), [`${type}.archived`]: archived } as ReturnType<
    typeof archivableEvents<Type, Data>
  >;
}

export const productExamples: ExamplesOf<'client' | 'supplier' | 'material' | 'style' | 'bom' | 'exchange_rates'> = {
  ...archivableExamples('client', client),
  ...archivableExamples('supplier', supplier),
  ...archivableExamples('material', material),
  ...archivableExamples('style', style),
  'bom.created': bom(),
  'bom.version_created': bom(),
  'bom.updated': bom(),
  'bom.submitted': bom('submitted'),
  'bom.approved': bom('approved'),
  'bom.rejected': bom('rejected'),
  'bom.deleted': bom(),
  'exchange_rates.updated': { rates: { EUR: '1.08', GBP: '1.27' }, updatedAt },
};
