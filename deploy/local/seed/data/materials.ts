import { type SupplierKey, suppliers } from './suppliers.ts';

/** The purpose of a material. A line of a bill of material needs materials of a type. */
export type MaterialType =
  | 'shell'
  | 'knit'
  | 'lining'
  | 'fill'
  | 'fastener'
  | 'trim'
  | 'thread'
  | 'label'
  | 'packaging';

/** A material in the form of the import. `costInNativeCurrency` is per unit, in the supplier's currency. */
export interface Material {
  refId: string;
  name: string;
  type: MaterialType;
  unit: string;
  composition: string;
  supplier: SupplierKey;
  costInNativeCurrency: number;
  nativeCurrency: string;
  leadTimeDays: number;
  moq: number;
  widthCm?: number;
  weightGsm?: number;
  /** A free field: a material may have any additional fields. */
  certificate?: string;
}

/** Name, composition, supplier, cost per meter, width in cm, weight in g/m². */
type Cloth = [string, string, SupplierKey, number, number, number];

const shell: Cloth[] = [
  ['Brushed cotton twill 280', '100% cotton', 'valmarina', 7.85, 148, 280],
  ['Organic poplin 118', '100% organic cotton', 'anatolia', 168.5, 150, 118],
  ['Waxed canvas 310', '100% cotton, waxed', 'valmarina', 13.4, 145, 310],
  ['Selvedge denim 14 oz', '100% cotton', 'okayama', 1_840, 82, 475],
  ['Stretch denim 11 oz', '98% cotton, 2% elastane', 'okayama', 1_290, 146, 373],
  ['Harris herringbone', '100% wool', 'hebridean', 31.5, 75, 470],
  ['Melton 600', '80% wool, 20% polyamide', 'hebridean', 24.2, 148, 600],
  ['3-layer shell 145', '100% recycled polyamide', 'hengyuan', 58.6, 144, 145],
  ['Ripstop 45', '100% recycled polyester', 'hengyuan', 17.9, 150, 45],
  ['Washed linen 190', '100% linen', 'anatolia', 312, 140, 190],
  ['Baby corduroy 21 wale', '100% cotton', 'anatolia', 214, 146, 220],
];

const knit: Cloth[] = [
  ['Single jersey 165', '100% organic cotton', 'tirupur', 412, 180, 165],
  ['Heavy jersey 240', '100% cotton', 'tirupur', 498, 185, 240],
  ['Loopback sweat 320', '85% organic cotton, 15% recycled polyester', 'minho', 8.2, 185, 320],
  ['Brushed fleece 300', '80% cotton, 20% polyester', 'hengyuan', 39.5, 180, 300],
  ['Merino interlock 195', '100% merino wool', 'minho', 19.9, 160, 195],
  ['Piqué 210', '100% cotton', 'tirupur', 455, 175, 210],
  ['Rib 2×2 with elastane', '95% cotton, 5% elastane', 'minho', 9.1, 110, 330],
];

const lining: Cloth[] = [
  ['Cupro lining 72', '100% cupro', 'valmarina', 5.6, 140, 72],
  ['Recycled taffeta 60', '100% recycled polyester', 'hengyuan', 9.8, 150, 60],
  ['Pocketing twill', '65% polyester, 35% cotton', 'anatolia', 61, 150, 130],
  ['Mesh lining 80', '100% recycled polyester', 'hengyuan', 12.4, 160, 80],
  ['Fusible interlining', '100% polyester', 'lodz', 7.9, 90, 45],
];

/** Name, composition, supplier, cost per unit, unit. */
type Item = [string, string, SupplierKey, number, string];

const fill: Item[] = [
  ['Recycled wadding 100 g', '100% recycled polyester', 'piedmont', 2.35, 'm'],
  ['Duck down 750 cuin', '90% down, 10% feather', 'piedmont', 58, 'kg'],
];

const fastener: Item[] = [
  ['Two-way zip no. 5, 70 cm', 'Polyester, zinc alloy', 'keelung', 41.5, 'pc'],
  ['Pocket zip no. 3, 16 cm', 'Polyester', 'keelung', 12.8, 'pc'],
  ['Water-repellent zip no. 5', 'Polyester, polyurethane', 'keelung', 63, 'pc'],
  ['Corozo button 24L', 'Corozo nut', 'lodz', 0.62, 'pc'],
  ['Horn-look button 32L', 'Polyester', 'lodz', 0.48, 'pc'],
  ['Shell button 16L', 'Trochus shell', 'valmarina', 0.19, 'pc'],
  ['Press stud 15 mm', 'Brass', 'keelung', 4.6, 'pc'],
  ['Shank button 17 mm', 'Brass', 'okayama', 38, 'pc'],
];

const trim: Item[] = [
  ['Woven elastic 35 mm', 'Polyester, rubber', 'chaophraya', 9.4, 'm'],
  ['Elastic drawcord 3 mm', 'Polyester, elastane', 'chaophraya', 6.1, 'm'],
  ['Flat drawcord 10 mm', '100% cotton', 'lodz', 1.15, 'm'],
  ['Cord lock', 'Polyamide', 'keelung', 7.2, 'pc'],
  ['Eyelet 8 mm', 'Brass', 'keelung', 1.9, 'pc'],
  ['Herringbone tape 10 mm', '100% cotton', 'lodz', 0.58, 'm'],
  ['Clear shoulder tape 6 mm', 'Polyurethane', 'chaophraya', 1.7, 'm'],
  ['Seam tape 20 mm', 'Polyurethane', 'hengyuan', 2.3, 'm'],
];

const thread: Item[] = [
  ['Core-spun thread Tkt 120', '100% polyester', 'piedmont', 0.00052, 'm'],
  ['Topstitching thread Tkt 30', '100% polyester', 'piedmont', 0.00145, 'm'],
  ['Overlock thread Tkt 160', '100% recycled polyester', 'piedmont', 0.00031, 'm'],
  ['Embroidery thread 40', '100% viscose', 'lodz', 0.0044, 'm'],
];

const label: Item[] = [
  ['Woven main label 45 × 20', '100% recycled polyester', 'mekong', 620, 'pc'],
  ['Woven size tab', '100% recycled polyester', 'mekong', 240, 'pc'],
  ['Printed care label', '100% polyester', 'mekong', 310, 'pc'],
  ['Woven flag label', '100% recycled polyester', 'lodz', 0.21, 'pc'],
  ['Hangtag 350 g with string', 'Recycled board, cotton', 'mekong', 1_450, 'pc'],
  ['Price ticket', 'Recycled paper', 'mekong', 180, 'pc'],
  ['RFID sticker', 'Paper, aluminium', 'mekong', 1_320, 'pc'],
];

const packaging: Item[] = [
  ['Polybag 32 × 45, recycled', 'Recycled LDPE', 'mekong', 890, 'pc'],
  ['Glassine bag 30 × 40', 'Glassine paper', 'lodz', 0.42, 'pc'],
  ['Tissue sheet', 'FSC paper', 'mekong', 350, 'pc'],
  ['Carton 60 × 40 × 30', 'Recycled board', 'mekong', 21_500, 'pc'],
  ['Cardboard hanger', 'Recycled board', 'lodz', 1.05, 'pc'],
  ['Silica gel 5 g', 'Silica', 'hengyuan', 0.12, 'pc'],
  ['Collar support', 'Recycled board', 'lodz', 0.16, 'pc'],
  ['Packing tape', 'Paper, natural rubber', 'piedmont', 0.012, 'm'],
];

/** All 60 materials, in the order of their types. */
export const materials: Material[] = [
  ...cloths('SHL', 'shell', shell),
  ...cloths('KNT', 'knit', knit),
  ...cloths('LIN', 'lining', lining),
  ...items('FIL', 'fill', fill),
  ...items('FAS', 'fastener', fastener),
  ...items('TRM', 'trim', trim),
  ...items('THR', 'thread', thread),
  ...items('LBL', 'label', label),
  ...items('PKG', 'packaging', packaging),
];

function cloths(prefix: string, type: MaterialType, rows: Cloth[]): Material[] {
  return rows.map(([name, composition, supplier, cost, widthCm, weightGsm], index) => ({
    ...common(prefix, index, supplier, cost),
    name,
    type,
    unit: 'm',
    composition,
    moq: 300,
    widthCm,
    weightGsm,
    ...(/organic|recycled/i.test(composition) && { certificate: /organic/i.test(composition) ? 'GOTS' : 'GRS' }),
  }));
}

function items(prefix: string, type: MaterialType, rows: Item[]): Material[] {
  return rows.map(([name, composition, supplier, cost, unit], index) => ({
    ...common(prefix, index, supplier, cost),
    name,
    type,
    unit,
    composition,
    moq: unit === 'kg' ? 50 : 1_000,
  }));
}

function common(prefix: string, index: number, supplier: SupplierKey, costInNativeCurrency: number) {
  const { currency: nativeCurrency, leadTimeDays } = suppliers[supplier];
  const refId = `AW27-${prefix}-${String(index + 1).padStart(2, '0')}`;
  return { refId, supplier, costInNativeCurrency, nativeCurrency, leadTimeDays };
}
