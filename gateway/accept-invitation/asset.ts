import { readFileSync } from 'node:fs';

/** A file of the page that the links of invitations open. */
export const asset = (name: 'page.html' | 'page.js'): Buffer => readFileSync(new URL(name, import.meta.url));
