import { readFileSync } from 'node:fs';
import { lazy } from './lazy.ts';
import { StaticContent } from './static-content.ts';

const FILE = new URL('../../docs/webhooks.md', import.meta.url);

/** The page of the repository as it is: its code is tested there. */
export const webhooksGuide = lazy(() => StaticContent.of(readFileSync(FILE)));
