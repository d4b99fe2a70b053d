import { type Material, materials } from './materials.ts';
import { type Need, needsOfAll, needsOfDetail, needsOfGarment } from './needs.ts';
import { type Style, styles } from './styles.ts';

/** A planned line. `options`: the suitable materials, with their cost in this version. */
export interface PlannedLine {
  description: string;
  category: string;
  unit: string;
  grossConsumption: number;
  /** Percent. */
  sellingTolerance: number;
  buyingTolerance: number;
  options: { material: Material; cost: number }[];
  /** The chosen material of `options`. */
  chosen: Material;
}

/**
 * The four states of a bill's lines: the first draft, without an allowance for cutting loss; the correction after the
 * rejection; the second version; the third version.
 */
export type Stage = 'drafted' | 'corrected' | 'resourced' | 'negotiated';

export const VERSIONS = 3;
const MIN_LINES = 15;
const MAX_LINES = 40;

const byName = new Map(materials.map((material) => [material.name, material]));

/** The lines of a style's bill. Their number differs between styles: 15 to 40. */
export function linesOf(style: Style, stage: Stage): PlannedLine[] {
  const all = [...needsOfGarment[style.garment], ...needsOfAll, ...needsOfDetail];
  const count = MIN_LINES + ((styles.indexOf(style) * 11) % (MAX_LINES - MIN_LINES + 1));
  const lines = all.slice(0, count).map((need) => planned(need, stage));
  if (stage === 'drafted' || stage === 'corrected') return lines;
  return [...lines.slice(0, -1), planned(seasonCard, stage)];
}

/** The second version drops the last line and adds this one. */
const seasonCard: Need = {
  description: 'Season card',
  category: 'Packaging',
  materials: ['Tissue sheet'],
  gross: 1,
  wastage: 0,
};

function planned({ description, category, materials: names, gross, wastage }: Need, stage: Stage): PlannedLine {
  const later = stage === 'resourced' || stage === 'negotiated';
  const options = names.map((name) => {
    const material = byName.get(name);
    if (!material) throw new Error(`no material is called ${name}`);
    return {
      material,
      cost: stage === 'negotiated' && category === 'Trims' ? lessThreePercent(material) : costOf(material),
    };
  });
  const preferred = category === 'Fabric' && later ? options.at(-1) : options[0];
  if (!preferred) throw new Error(`nothing would do for ${description}`);
  return {
    description,
    category,
    unit: preferred.material.unit,
    grossConsumption: later && category === 'Thread' ? places(gross * 1.05) : gross,
    sellingTolerance: wastage === 0 ? 0 : wastage + 1,
    buyingTolerance: stage === 'drafted' ? 0 : wastage,
    options,
    chosen: preferred.material,
  };
}

const costOf = ({ costInNativeCurrency }: Material) => costInNativeCurrency;
const lessThreePercent = (material: Material) => places(costOf(material) * 0.97);
/** Removes the rounding errors of binary fractions. */
const places = (value: number) => Number(value.toFixed(4));
