import { readFileSync } from 'node:fs';

/** A file that the reference's page loads. */
export const asset = (name: 'reference.css' | 'reference.js' | 'follow.js' | 'search.js'): Buffer =>
  readFileSync(new URL(name, import.meta.url));
