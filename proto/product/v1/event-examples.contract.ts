import {
  bomId,
  clientId,
  created_by_id,
  createdAt,
  type Example,
  type ExamplesOf,
  eventExamples,
  materialId,
  shownExample,
  skuId,
  styleId,
  supplierId,
  updatedAt,
} from '../../common/v1/example-values.contract.ts';
import { client } from './client.contract.ts';
import { material } from './material.contract.ts';
import { style } from './style.contract.ts';
import { supplier } from './supplier.contract.ts';

export const clientExample = shownExample(client, {
  id: clientId,
  contacts: [
    {
      id: '6740b1f2c9a84e0012ab3403',
      contactName: 'Ana Reis',
      email: 'ana.reis@nordwind.example',
      phoneNumber: '912345678',
      countryCode: '+351',
    },
  ],
  deliveryAddresses: [
    {
      id: '6740b1f2c9a84e0012ab3404',
      name: 'Warehouse',
      address: 'Nordre Toldbod 11, 1259 København K',
      country: 'Denmark',
    },
  ],
  ordersCount: 3,
  status: 'active',
});

export const supplierExample = shownExample(supplier, {
  id: supplierId,
  contacts: [
    {
      id: '6740b1f2c9a84e0012ab3411',
      contactName: 'Chiara Ferro',
      email: 'ferro@valmarina.example',
      phoneNumber: null,
      countryCode: null,
    },
  ],
  status: 'active',
});

const materialExample: Example<'material.created'> = {
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
  supplierName: supplierExample.name,
  costInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  leadTimeDays: 21,
  moq: 300,
  skus: [{ id: '6740b1f2c9a84e0012ab3421', color: 'navy', size: '148 cm', code: 'TW-240-NAVY-148' }],
  status: 'active',
  createdAt,
  updatedAt,
};

const styleExample: Example<'style.created'> = {
  id: styleId,
  documentId: 'STY-2026-000012',
  name: 'Chore jacket',
  refId: 'CJ-26',
  clientId,
  clientName: clientExample.name,
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
      supplierName: supplierExample.name,
      cost: 6.4,
      currency: 'EUR',
      leadTimeDays: 21,
      moq: 300,
      priority: 1,
      isPreferred: true,
    },
  ],
  chosenAssignedMaterialId: materialId,
  chosenAssignedMaterialName: materialExample.name,
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
    submittedByName: null,
    approvedById,
    approvedByName: null,
    rejectionReason,
  };
  return {
    id: bomId,
    documentId: 'BOM-2026-000004',
    currentVersion: 1,
    versionCount: 1,
    styleId,
    style: { id: styleId, documentId: styleExample.documentId, name: styleExample.name, refId: styleExample.refId },
    latestVersion: version,
    status,
    createdAt,
    updatedAt,
    submittedAt,
    createdById: created_by_id,
    createdByName: null,
    submittedById,
    submittedByName: null,
    approvedById,
    approvedByName: null,
    versions: [
      {
        ...version,
        createdById: created_by_id,
        createdByName: null,
        approvedAt: status === 'approved' ? updatedAt : null,
        rejectedAt: status === 'rejected' ? updatedAt : null,
        rejectedById: status === 'rejected' ? created_by_id : null,
        rejectedByName: null,
        lineItemCount: 1,
        updatedAt,
        lineItems: [bomLine],
        groupedLineItems: [{ category: bomLine.category, items: [bomLine] }],
      },
    ],
  };
}

export const productExamples: ExamplesOf<'client' | 'supplier' | 'material' | 'style' | 'bom' | 'exchange_rates'> = {
  ...eventExamples(client, clientExample),
  ...eventExamples(supplier, supplierExample),
  ...eventExamples(material, materialExample),
  ...eventExamples(style, styleExample),
  'bom.created': bom(),
  'bom.version_created': bom(),
  'bom.updated': bom(),
  'bom.submitted': bom('submitted'),
  'bom.approved': bom('approved'),
  'bom.rejected': bom('rejected'),
  'bom.deleted': bom(),
  'exchange_rates.updated': { rates: { EUR: '1.08', GBP: '1.27' }, updatedAt },
};
