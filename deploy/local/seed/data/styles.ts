import { clients } from './clients.ts';

/** A kind of garment. All garments of a kind are cut and sewn in the same way. */
export type Garment =
  | 'jacket'
  | 'coat'
  | 'jeans'
  | 'shirt'
  | 'sweatshirt'
  | 'tee'
  | 'trousers'
  | 'parka'
  | 'overshirt'
  | 'polo';

export interface Style {
  refId: string;
  name: string;
  garment: Garment;
  /** The client of the collection. */
  client: string;
  description: string;
  colors: string[];
  sizes: string[];
}

const names: Record<Garment, string[]> = {
  jacket: ['Fjord rain jacket', 'Scafell shell', 'Penobscot anorak', 'Skagen windbreaker'],
  coat: ['Ribe wool coat', 'Lewis herringbone coat', 'Camden pea coat', 'Aarhus car coat'],
  jeans: ['Kojima straight jean', 'Ullswater slim jean', 'Bath relaxed jean', 'Vejle tapered jean'],
  shirt: ['Lyngby poplin shirt', 'Borrowdale check shirt', 'Casco oxford shirt', 'Fanø linen shirt'],
  sweatshirt: ['Odense crew sweat', 'Helvellyn hooded sweat', 'Monhegan crew sweat', 'Esbjerg zip sweat'],
  tee: ['Amager pocket tee', 'Grasmere tee', 'Acadia heavy tee', 'Dragør long-sleeve tee'],
  trousers: ['Silkeborg chino', 'Langdale walking trouser', 'Rockport cord trouser', 'Roskilde pleated trouser'],
  parka: ['Thule down parka', 'Blencathra insulated parka', 'Katahdin parka', 'Skive padded parka'],
  overshirt: ['Møn twill overshirt', 'Derwent cord overshirt', 'Bangor wax overshirt', 'Samsø linen overshirt'],
  polo: ['Kolding polo', 'Windermere merino polo', 'Kennebunk polo', 'Nyborg knitted polo'],
};

const palettes = [
  ['Navy', 'Ecru', 'Moss', 'Charcoal'],
  ['Black', 'Sand', 'Rust', 'Slate'],
  ['Ink', 'Oat', 'Bottle green', 'Burgundy'],
];

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL'];
const waists = ['28', '30', '32', '34', '36', '38'];

/** All 40 styles, each in 6 sizes and 4 colors. */
export const styles: Style[] = Object.entries(names).flatMap(([garment, titles], row) =>
  titles.map((name, index) => ({
    refId: `AW27-${1001 + row * 4 + index}`,
    name,
    garment: garment as Garment,
    client: clients[index % clients.length]?.name ?? clients[0].name,
    description: `${name}, autumn and winter 2027`,
    colors: palettes[(row + index) % palettes.length] ?? [],
    sizes: garment === 'jeans' || garment === 'trousers' ? waists : letters,
  })),
);
