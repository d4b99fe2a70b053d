import { readFileSync } from 'node:fs';
import { StaticContent } from '../http/static-content.ts';
import { lazy } from './lazy.ts';

const FILE = new URL('../../docs/webhooks.md', import.meta.url);

/** The page from the repository, unchanged. Tests run the code in it. */
export const webhooksGuide = lazy(() => StaticContent.of(readFileSync(FILE)));
