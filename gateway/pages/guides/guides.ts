import { readFileSync } from 'node:fs';

/** A page of `docs/` that the gateway shows. */
export interface Guide {
  /** Its name in paths. */
  name: string;
  /** Its file, from `docs/` on. */
  file: string;
  title: string;
  /** A phrase for lists of guides: the tasks that a reader can do after it. */
  about: string;
}

/** The guides in the order in which a reader takes them. */
export const guides: readonly Guide[] = [
  {
    name: 'first-hour',
    file: 'guides/first-hour.md',
    title: 'The first hour',
    about: 'From the first login to a paid invoice, with curl.',
  },
  {
    name: 'errors',
    file: 'guides/errors.md',
    title: 'Errors',
    about: 'Read a refusal, repeat a request safely, and change a record without losing the change of another.',
  },
  {
    name: 'in-step',
    file: 'guides/in-step.md',
    title: 'Keeping in step',
    about: 'Keep a copy of our records, by asking for changes and by webhooks.',
  },
  {
    name: 'typed-clients',
    file: 'guides/typed-clients.md',
    title: 'Typed clients',
    about: 'Make TypeScript types of the API, with openapi-fetch or Hey API.',
  },
  {
    name: 'webhooks',
    file: 'webhooks.md',
    title: 'Receiving webhooks',
    about: 'Verify events, store each once, and recover after an outage.',
  },
];

export const pathOf = ({ name }: Guide): string => `/docs/guides/${name}`;

/** The Markdown of a guide, as it is. Tests run the code in it. */
export const textOf = ({ file }: Guide): string =>
  readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8');
