import { readFileSync } from 'node:fs';
import { StaticContent } from '../http/static-content.ts';
import { lazy } from './lazy.ts';

const FILE = new URL('../../docs/webhooks.md', import.meta.url);

/** The page of the repository as it is: its code is tested there. */
export const webhooksGuide = lazy(() => StaticContent.of(readFileSync(FILE)));
