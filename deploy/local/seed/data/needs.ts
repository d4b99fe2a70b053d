import type { Garment } from './styles.ts';

/** A need of a garment, with the suitable materials; the preferred one is first. */
export interface Need {
  description: string;
  category: 'Fabric' | 'Lining' | 'Trims' | 'Thread' | 'Labels' | 'Packaging';
  materials: string[];
  /** Quantity per garment, in the material's unit. */
  gross: number;
  /** Percent of the cloth that is lost in cutting; 0 for counted items. */
  wastage: number;
}

type Row = [string, string[], number, number?];

const of =
  (category: Need['category']) =>
  ([description, materials, gross, wastage = 0]: Row): Need => ({ description, category, materials, gross, wastage });
const [fabric, liningOf, trim, thread, label, packaging] = [
  of('Fabric'),
  of('Lining'),
  of('Trims'),
  of('Thread'),
  of('Labels'),
  of('Packaging'),
];

/** Six needs that are specific to a kind of garment. */
export const needsOfGarment: Record<Garment, Need[]> = {
  jacket: [
    fabric(['Shell', ['3-layer shell 145', 'Ripstop 45'], 1.92, 6]),
    liningOf(['Body lining', ['Mesh lining 80', 'Recycled taffeta 60'], 1.14, 5]),
    trim(['Seam sealing', ['Seam tape 20 mm'], 9.6, 4]),
    trim(['Front zip', ['Water-repellent zip no. 5', 'Two-way zip no. 5, 70 cm'], 1]),
    trim(['Pocket zips', ['Pocket zip no. 3, 16 cm'], 2]),
    trim(['Hood cord', ['Elastic drawcord 3 mm', 'Flat drawcord 10 mm'], 1.35]),
  ],
  coat: [
    fabric(['Shell', ['Melton 600', 'Harris herringbone'], 2.35, 7.5]),
    liningOf(['Body lining', ['Cupro lining 72', 'Recycled taffeta 60'], 1.85, 5]),
    liningOf(['Sleeve lining', ['Recycled taffeta 60', 'Cupro lining 72'], 0.72, 5]),
    liningOf(['Chest piece', ['Fusible interlining'], 0.65, 4]),
    trim(['Front buttons', ['Horn-look button 32L', 'Corozo button 24L'], 5]),
    trim(['Inner button', ['Corozo button 24L'], 1]),
  ],
  jeans: [
    fabric(['Shell', ['Selvedge denim 14 oz', 'Stretch denim 11 oz'], 2.45, 4]),
    liningOf(['Front pocket bags', ['Pocketing twill'], 0.32, 3]),
    trim(['Fly buttons', ['Shank button 17 mm', 'Press stud 15 mm'], 5]),
    thread(['Contrast topstitching', ['Topstitching thread Tkt 30'], 185]),
    trim(['Waistband tape', ['Herringbone tape 10 mm'], 0.95]),
    label(['Back patch', ['Woven main label 45 × 20'], 1]),
  ],
  shirt: [
    fabric(['Shell', ['Organic poplin 118', 'Washed linen 190'], 1.58, 5.5]),
    liningOf(['Collar and cuff fusing', ['Fusible interlining'], 0.28, 4]),
    trim(['Front placket buttons', ['Shell button 16L', 'Corozo button 24L'], 7]),
    trim(['Sleeve placket buttons', ['Shell button 16L'], 2]),
    packaging(['Collar band', ['Collar support'], 1]),
    packaging(['Folding tissue', ['Tissue sheet'], 1]),
  ],
  sweatshirt: [
    fabric(['Body', ['Loopback sweat 320', 'Brushed fleece 300'], 1.24, 6]),
    fabric(['Collar, cuffs and hem', ['Rib 2×2 with elastane'], 0.36, 6]),
    liningOf(['Hood or neck lining', ['Single jersey 165', 'Heavy jersey 240'], 0.22, 5]),
    trim(['Neck cord', ['Flat drawcord 10 mm', 'Elastic drawcord 3 mm'], 1.3]),
    trim(['Neck eyelets', ['Eyelet 8 mm'], 2]),
    trim(['Neck seam tape', ['Herringbone tape 10 mm'], 0.55]),
  ],
  tee: [
    fabric(['Body', ['Single jersey 165', 'Heavy jersey 240'], 0.86, 6]),
    fabric(['Collar rib', ['Rib 2×2 with elastane'], 0.08, 6]),
    fabric(['Chest pocket', ['Heavy jersey 240', 'Single jersey 165'], 0.04, 6]),
    trim(['Shoulder seam tape', ['Clear shoulder tape 6 mm'], 0.42]),
    trim(['Neck seam tape', ['Herringbone tape 10 mm'], 0.5]),
    packaging(['Folding tissue', ['Tissue sheet'], 1]),
  ],
  trousers: [
    fabric(['Shell', ['Brushed cotton twill 280', 'Baby corduroy 21 wale'], 1.42, 5]),
    liningOf(['Pocket bags', ['Pocketing twill'], 0.38, 3]),
    liningOf(['Waistband fusing', ['Fusible interlining'], 0.16, 4]),
    trim(['Fly zip', ['Pocket zip no. 3, 16 cm'], 1]),
    trim(['Waist button', ['Corozo button 24L', 'Shank button 17 mm'], 1]),
    trim(['Back pocket buttons', ['Corozo button 24L'], 2]),
  ],
  parka: [
    fabric(['Shell', ['Waxed canvas 310', '3-layer shell 145'], 2.15, 6.5]),
    liningOf(['Body lining', ['Recycled taffeta 60', 'Cupro lining 72'], 1.95, 5]),
    liningOf(['Insulation', ['Duck down 750 cuin', 'Recycled wadding 100 g'], 0.24, 3]),
    trim(['Front zip', ['Two-way zip no. 5, 70 cm', 'Water-repellent zip no. 5'], 1]),
    trim(['Storm flap studs', ['Press stud 15 mm'], 6]),
    trim(['Waist cord', ['Elastic drawcord 3 mm'], 1.6]),
  ],
  overshirt: [
    fabric(['Shell', ['Brushed cotton twill 280', 'Baby corduroy 21 wale'], 1.76, 5.5]),
    liningOf(['Yoke lining', ['Organic poplin 118'], 0.21, 5]),
    liningOf(['Collar and placket fusing', ['Fusible interlining'], 0.34, 4]),
    trim(['Front placket buttons', ['Corozo button 24L', 'Horn-look button 32L'], 6]),
    trim(['Pocket flap buttons', ['Corozo button 24L'], 2]),
    trim(['Sleeve placket buttons', ['Corozo button 24L'], 2]),
  ],
  polo: [
    fabric(['Body', ['Piqué 210', 'Merino interlock 195'], 0.94, 6]),
    fabric(['Collar and cuffs', ['Rib 2×2 with elastane', 'Merino interlock 195'], 0.18, 6]),
    liningOf(['Placket fusing', ['Fusible interlining'], 0.05, 4]),
    trim(['Placket buttons', ['Shell button 16L', 'Corozo button 24L'], 3]),
    trim(['Shoulder seam tape', ['Clear shoulder tape 6 mm'], 0.42]),
    trim(['Side vent tape', ['Herringbone tape 10 mm'], 0.2]),
  ],
};

/** Nine needs that every garment has. */
export const needsOfAll: Need[] = [
  thread(['Assembly', ['Core-spun thread Tkt 120'], 160]),
  thread(['Overlocking', ['Overlock thread Tkt 160'], 95]),
  label(['Main label', ['Woven main label 45 × 20'], 1]),
  label(['Size label', ['Woven size tab'], 1]),
  label(['Care label', ['Printed care label'], 1]),
  label(['Hangtag', ['Hangtag 350 g with string'], 1]),
  label(['Price ticket', ['Price ticket'], 1]),
  packaging(['Single bag', ['Polybag 32 × 45, recycled', 'Glassine bag 30 × 40'], 1]),
  packaging(['Shipping carton', ['Carton 60 × 40 × 30'], 0.0417]),
];

/** Needs of more elaborate garments. The more elaborate a garment is, the more of this list it has. */
export const needsOfDetail: Need[] = [
  liningOf(['Facing fusing', ['Fusible interlining'], 0.18, 4]),
  trim(['Spare button', ['Corozo button 24L', 'Horn-look button 32L'], 1]),
  trim(['Hanger loop', ['Herringbone tape 10 mm'], 0.08]),
  label(['Flag label', ['Woven flag label'], 1]),
  packaging(['Packing', ['Packing tape'], 0.11]),
  thread(['Buttonholes', ['Core-spun thread Tkt 120'], 14]),
  thread(['Bartacks', ['Topstitching thread Tkt 30'], 6]),
  packaging(['Moisture protection', ['Silica gel 5 g'], 1]),
  label(['Origin label', ['Printed care label'], 1]),
  trim(['Back neck tape', ['Herringbone tape 10 mm'], 0.45]),
  liningOf(['Inner pocket bag', ['Pocketing twill'], 0.14, 3]),
  packaging(['Hanger', ['Cardboard hanger'], 1]),
  trim(['Hem cord', ['Elastic drawcord 3 mm', 'Flat drawcord 10 mm'], 1.45]),
  trim(['Hem cord locks', ['Cord lock'], 2]),
  trim(['Hem eyelets', ['Eyelet 8 mm'], 4]),
  thread(['Logo embroidery', ['Embroidery thread 40'], 22]),
  trim(['Inner waist elastic', ['Woven elastic 35 mm'], 0.74]),
  label(['RFID', ['RFID sticker'], 1]),
  packaging(['Spare part bag', ['Glassine bag 30 × 40'], 1]),
  liningOf(['Patch lining', ['Organic poplin 118'], 0.12, 5]),
  trim(['Phone pocket zip', ['Pocket zip no. 3, 16 cm'], 1]),
  trim(['Sleeve tab studs', ['Press stud 15 mm'], 4]),
  trim(['Seam binding', ['Herringbone tape 10 mm'], 6.2]),
  packaging(['Carton lining', ['Tissue sheet'], 0.25]),
  thread(['Decorative stitching', ['Topstitching thread Tkt 30'], 35]),
];
