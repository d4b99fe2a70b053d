/** Markup that a page may contain without escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | Html[] | string | number | false | undefined;

/** Builds markup. Escapes values that are not markup themselves. Leaves out false and undefined. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(parts.reduce((text, part, index) => `${text}${markup(values[index - 1])}${part}`));
}

function markup(value: Content): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((item) => item.text).join('');
  return value === undefined || value === false ? '' : escaped(String(value));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] as string);

/** Text between tags. Quotes stay as they are: escaped, they would be half of a page of JSON. Never for an attribute. */
export const codeText = (text: string): Html => new Html(text.replace(/[&<>]/g, (mark) => ENTITIES[mark] as string));

/** Paragraphs of prose. Text in backticks becomes code; a blank line separates paragraphs. */
export function prose(text: string): Html {
  const paragraphs = text.split(/\n\n+/).map((paragraph) => html`<p>${inline(paragraph)}</p>`);
  return html`${paragraphs}`;
}

/** A line of prose. Text in backticks becomes code. */
export function inline(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
  return html`${parts}`;
}
