import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';

/** The sections of the reference, and what each is about. */
export const tags = {
  Authentication: 'Logging in and out, passwords, invitations, and what the caller may do.',
  Users: "The org's users: taken in or invited, with a role each.",
  Orgs: 'The orgs that the caller is an admin of. Every other record belongs to one of them.',
  'API keys': 'Credentials of programs, each with what it may do and how often.',
  ...(Object.fromEntries(resources.map(({ section, about }) => [section, about])) as Record<
    Resource['section'],
    string
  >),
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
