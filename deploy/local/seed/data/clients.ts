/** The clients of the season. */
export const clients = [
  {
    name: 'Nordwind Apparel',
    country: 'Denmark',
    maxAccountValue: 1_200_000,
    currency: 'DKK',
    priceCategory: 'high',
    paymentTerms: '30 days net',
    contacts: [
      {
        contactName: 'Astrid Holm',
        email: 'astrid.holm@nordwind.example',
        phoneNumber: '+45 70 20 31 40',
        countryCode: 'DK',
      },
    ],
    billingAddress: 'Nordre Toldbod 11, 1259 København K',
    taxId: 'DK31882204',
  },
  {
    name: 'Kestrel Outdoor',
    country: 'United Kingdom',
    maxAccountValue: 450_000,
    currency: 'GBP',
    priceCategory: 'medium',
    paymentTerms: '45 days end of month',
    contacts: [
      {
        contactName: 'Owen Pritchard',
        email: 'owen@kestrel.example',
        phoneNumber: '+44 1539 740 118',
        countryCode: 'GB',
      },
      {
        contactName: 'Maya Sharma',
        email: 'maya@kestrel.example',
        phoneNumber: '+44 1539 740 121',
        countryCode: 'GB',
      },
    ],
    billingAddress: '4 Lound Road, Kendal LA9 7DT',
    taxId: 'GB287114906',
  },
  {
    name: 'Harbour & Pine',
    country: 'United States',
    maxAccountValue: 800_000,
    currency: 'USD',
    priceCategory: 'low',
    paymentTerms: '60 days net',
    contacts: [
      {
        contactName: 'Dana Whitfield',
        email: 'dana@harbourpine.example',
        phoneNumber: '+1 207 555 0139',
        countryCode: 'US',
      },
    ],
    billingAddress: '88 Commercial Street, Portland, ME 04101',
    taxId: '27-4410338',
  },
] as const;
