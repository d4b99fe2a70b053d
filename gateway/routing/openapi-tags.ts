/** The sections of the reference, and what each is about. */
export const tags = {
  Authentication: 'Logging in and out, passwords, invitations, and what the caller may do.',
  Users: "The org's users: taken in or invited, with a role each.",
  Orgs: 'The orgs that the caller is an admin of. Every other record belongs to one of them.',
  'API keys': 'Credentials of programs, each with what it may do and how often.',
  Clients: 'Whom the org makes for.',
  Suppliers: 'Whom the org buys from.',
  Materials: 'What styles are made of. Takes fields of your own besides the named ones.',
  Styles: 'What is made, with a SKU for every color in every size.',
  'Bills of material': 'What a style takes, in versions that are submitted, approved, compared and costed.',
  'Exchange rates': 'By which costs in other currencies become USD.',
  'Sales orders': 'What clients have ordered, in versions, from draft to completed.',
  'Delivery notes': 'What is delivered of a sales order at once, from draft to delivered.',
  Invoices: 'What clients are asked to pay, of a sales order or not, and what they have paid of it.',
  'Purchase orders': 'What is bought of suppliers at direct cost, in versions, from draft to closed.',
  'Bank statements': 'What banks say of accounts, line by line, and what each line has paid.',
  'Management accounts': 'The chart of accounts: what costs are posted to, one account below the other.',
  Webhooks: 'Where events are posted to, and what became of each attempt.',
  Events: 'What has happened, for 30 days, and what became of each attempt to tell of it.',
  'Audit log': 'Who did what, to which record, when and from where.',
  Keys: 'Public keys, for whoever verifies our signatures.',
  About: 'The API itself.',
} as const;

export type Tag = keyof typeof tags;

/** The pages, by their paths, that say more than the operations of a section can. */
export const guides: Partial<Record<Tag, { path: string; description: string }>> = {
  Webhooks: { path: '/docs/webhooks.md', description: 'How to receive, verify and recover events.' },
};
