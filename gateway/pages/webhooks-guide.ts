import { readFileSync } from 'node:fs';
import { StaticContent } from './static-content.ts';

/** The page of the repository as it is: its code is tested there. */
export const webhooksGuide = new StaticContent(readFileSync(new URL('../../docs/webhooks.md', import.meta.url)));
