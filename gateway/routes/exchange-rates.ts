import { ExchangeRates, ExchangeRatesInput } from '#proto/product/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { route } from '../routing/route.ts';

const path = '/api/v1/exchange-rates';
const common = {
  path,
  tag: 'Exchange rates',
  role: 'staff',
  resource: 'Exchange rates',
  answer: record(ExchangeRates),
} as const;

export const exchangeRateRoutes = [
  route({
    ...common,
    method: 'GET',
    operationId: 'getExchangeRates',
    summary: "Read the org's exchange rates",
    description: 'Returns the rates: USD for one unit of each currency, as decimal text.',
    scope: 'read:exchange_rates',
    query: reading(ExchangeRates),
    handle: async ({ exchangeRates }, { query: { fields: chosen }, call }) => ({
      ...(await exchangeRates.getExchangeRates({}, call)),
      chosen,
    }),
  }),
  route({
    ...common,
    method: 'PUT',
    operationId: 'putExchangeRates',
    summary: "Replace the org's exchange rates",
    description:
      'Replaces all rates: USD for one unit of each currency, as decimal text. A currency that is left out no longer has a rate. BOM versions in draft or rejected use the new rates. All other versions keep the rates of their submission.',
    scope: 'update:exchange_rates',
    body: json(ExchangeRatesInput, ExchangeRates),
    handle: ({ exchangeRates }, { body, target: { expectedRevision }, call }) =>
      exchangeRates.putExchangeRates({ ...body, ...(expectedRevision !== undefined && { expectedRevision }) }, call),
  }),
];
