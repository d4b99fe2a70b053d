import { z } from 'zod';
import {
  Currency,
  described,
  ListQuery,
  longText,
  number,
  optionalShape,
  RecordRequest,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import { numberFormat } from '../../common/v1/number-format.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ListOrgsRequest as ListOrgsMessage } from '../../gen/identity/v1/ListOrgsRequest.ts';
import type { Org as OrgMessage } from '../../gen/identity/v1/Org.ts';
import type { OrgInput as OrgInputMessage } from '../../gen/identity/v1/OrgInput.ts';
import type { OrgPatch as OrgPatchMessage } from '../../gen/identity/v1/OrgPatch.ts';
import type { UpdateOrgRequest as UpdateOrgMessage } from '../../gen/identity/v1/UpdateOrgRequest.ts';

/** IANA time zone names that the runtime knows, including older names and UTC. */
const timeZone = () => text().refine(isTimeZone, 'time_zone is the name of an IANA time zone, such as Europe/Lisbon');

const words = {
  name: 'Name of the org.',
  legal_name: 'Legal name of the org, for documents.',
  address: 'Postal address of the org, for documents.',
  tax_id: 'Tax number of the org.',
  registration_number: 'Number of the org in the commercial register, for documents.',
  phone: 'Phone number of the org, for documents.',
  website: 'Website of the org, for documents. Its form is not checked.',
  time_zone:
    'IANA time zone of the org, for example `Europe/Lisbon`. The days of the org begin and end in it. Default: UTC.',
  default_currency: 'Currency of documents that have no other currency.',
  invoice_number_format:
    'Format of invoice numbers, such as `{YYYY}-{000000}`. With it, an invoice may leave out its number, and gets the next one when it is issued. Without it, every invoice needs a number.',
  over_invoicing_percent:
    'Percent of an ordered quantity by which invoices may exceed it. An admin may exceed it further. Default: 0.',
};

/** decisions 3: Orgs. */
export const Org = z.strictObject(
  described(
    {
      id: z.string(),
      name: z.string(),
      legal_name: z.string().nullable(),
      address: z.string().nullable(),
      tax_id: z.string().nullable(),
      registration_number: z.string().nullable(),
      phone: z.string().nullable(),
      website: z.string().nullable(),
      time_zone: z.string().nullable(),
      default_currency: Currency.nullable(),
      over_invoicing_percent: z.number().nullable(),
      invoice_number_format: z.string().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    words,
  ),
);
export type Org = z.output<typeof Org>;

export const OrgInput = z
  .strictObject(
    described(
      {
        name: text({ min: 1 }),
        legal_name: text().exactOptional(),
        address: longText().exactOptional(),
        tax_id: text().exactOptional(),
        registration_number: text().exactOptional(),
        phone: text().exactOptional(),
        website: text().exactOptional(),
        time_zone: timeZone().exactOptional(),
        default_currency: Currency.exactOptional(),
        over_invoicing_percent: number({ ge: 0, le: 100 }).exactOptional(),
        invoice_number_format: numberFormat().exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      {
        name: 'Harbour & Sons',
        legal_name: 'Harbour & Sons Lda',
        address: 'Rua do Ouro 12, 1100-063 Lisboa',
        tax_id: 'PT501234567',
        registration_number: '501234567',
        phone: '+351 213 456 789',
        website: 'harbour.example',
        time_zone: 'Europe/Lisbon',
        default_currency: 'EUR',
      },
    ],
  });
export type OrgInput = z.output<typeof OrgInput>;

export const OrgPatch = z
  .strictObject(optionalShape(OrgInput.shape))
  .meta({ examples: [{ time_zone: 'Europe/Copenhagen', default_currency: 'DKK' }] });
export type OrgPatch = z.output<typeof OrgPatch>;

export const CreateOrgRequest = z.strictObject({ org: OrgInput });

export const UpdateOrgRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: OrgPatch,
  fields: z.array(z.string()),
});
export type UpdateOrgRequest = z.output<typeof UpdateOrgRequest>;

/** The fields that GET /api/v1/orgs sorts by. */
export const orgSorts = ['created_at', 'name'] as const;

export const ListOrgsRequest = z.strictObject({ query: ListQuery });
export type ListOrgsRequest = z.output<typeof ListOrgsRequest>;

export const GetOrgSettingsRequest = z.strictObject({});

/** decisions 5: Event names. */
export const orgEvents = { 'org.created': Org, 'org.updated': Org } as const;

/** Refuses offsets such as +01:00, because they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

export type Pins = Agree<
  [
    Pinned<Org, OrgMessage>,
    Pinned<OrgInput, OrgInputMessage>,
    Pinned<OrgPatch, OrgPatchMessage>,
    Pinned<UpdateOrgRequest, UpdateOrgMessage>,
    Pinned<ListOrgsRequest, ListOrgsMessage>,
  ]
>;
