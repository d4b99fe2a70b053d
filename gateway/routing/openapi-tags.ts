import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';

/** Sections of the API reference with their descriptions. */
export const tags = {
  Authentication: 'Login, logout, passwords, invitations, and the permissions of the caller.',
  Users: 'Users of the org and invitations. Each user has a role. Staff may read the names of all members.',
  Orgs: 'Orgs in which the caller is an admin. Every other record belongs to an org.',
  'API keys': 'Credentials for programs, each with scopes and a rate limit.',
  ...(Object.fromEntries(resources.map(({ section, about }) => [section, about])) as Record<
    Resource['section'],
    string
  >),
  Reports: 'What an office asks every week, computed from the documents at the time of the request.',
  Events: 'Events of the last 30 days, and their delivery attempts.',
  'Audit log': 'Writes and failed logins, each with actor, action, record, time and address.',
  Keys: 'Public keys to verify our signatures.',
  About: 'The API itself.',
} as const;

export type Tag = keyof typeof tags;

/** Pages that explain a section in more detail, with their paths. */
export const guides: Partial<Record<Tag, { path: string; description: string }>> = {
  Webhooks: { path: '/docs/guides/webhooks', description: 'How to receive, verify and recover events.' },
};
