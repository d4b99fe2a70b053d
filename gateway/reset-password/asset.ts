import { readFileSync } from 'node:fs';

/** A file of the page that mailed links open. */
export const asset = (name: 'page.html' | 'page.css' | 'page.js' | 'form.js'): Buffer =>
  readFileSync(new URL(name, import.meta.url));
