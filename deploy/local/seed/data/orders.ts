import { clients } from './clients.ts';
import { type Garment, type Style, styles } from './styles.ts';

/** An order of a client: every SKU of some of its styles. */
export interface PlannedOrder {
  /** The text that identifies the order. */
  notes: string;
  client: string;
  styles: Style[];
  taxRate: number;
  requestedDeliveryDate: string;
  /** The order's moves after its creation. */
  moves: readonly ('confirm' | 'start')[];
}

/** Tax rates in percent, by the client's currency. */
const taxRates: Record<string, number> = { DKK: 25, GBP: 20, USD: 0 };
/** The price of a piece in USD. */
const prices: Record<Garment, number> = {
  ...{ jacket: 62.5, coat: 88, jeans: 31.4, shirt: 22.75, sweatshirt: 26.9 },
  ...{ tee: 9.85, trousers: 28.6, parka: 104, overshirt: 39.95, polo: 17.3 },
};
/** Units of each currency for a USD, to compute prices. */
const factors: Record<string, number> = { DKK: 6.9, GBP: 0.78, USD: 1 };
/** The quantity of each SKU, by the position of its size. */
const curve = [6, 12, 18, 18, 12, 6];

/** The price for a client with this currency. */
export const unitPriceOf = ({ garment }: Style, currency: string): number =>
  Number((prices[garment] * (factors[currency] as number)).toFixed(4));

export const qtyOf = ({ sizes }: Style, size: string): number => curve[sizes.indexOf(size) % curve.length] as number;

/** Two orders (drops) for each client. The first is in production; some of the second ones are confirmed. */
export const orders: PlannedOrder[] = clients.flatMap(({ name, currency }, index) => {
  const own = styles.filter(({ client }) => client === name);
  const middle = Math.ceil(own.length / 2);
  const common = { client: name, taxRate: taxRates[currency] as number };
  return [
    {
      ...common,
      notes: `AW27 first drop, ${name}`,
      styles: own.slice(0, middle),
      requestedDeliveryDate: '2027-07-15',
      moves: ['confirm', 'start'] as const,
    },
    {
      ...common,
      notes: `AW27 second drop, ${name}`,
      styles: own.slice(middle),
      requestedDeliveryDate: '2027-09-01',
      moves: index === 0 ? ([] as const) : (['confirm'] as const),
    },
  ];
});
