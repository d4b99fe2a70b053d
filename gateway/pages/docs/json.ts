import { type Html, html } from '../html.ts';

/** A value as indented JSON. Names, texts and other values have different classes for colours. */
export function jsonMarkup(value: unknown, indent = ''): Html {
  if (typeof value === 'string') return html`<span class="s">${JSON.stringify(value)}</span>`;
  if (typeof value !== 'object' || value === null) return html`<span class="v">${String(value)}</span>`;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => jsonMarkup(item, inner))
    : Object.entries(value).map(
        ([name, item]) => html`<span class="n">${JSON.stringify(name)}</span>: ${jsonMarkup(item, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return html`${open}${close}`;
  const lines = items.map((item, index) => html`${index > 0 && ','}\n${inner}${item}`);
  return html`${open}${lines}\n${indent}${close}`;
}
