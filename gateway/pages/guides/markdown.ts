import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { codeText, type Html, html } from '../html.ts';

/** Where a link of a page leads. Undefined: nowhere, and its text stays. */
export type LinkTarget = (link: string) => string | undefined;

/**
 * A page of `docs/` as markup. All text is escaped. Errors: a kind of Markdown that our pages do not use, such as HTML or a
 * picture.
 */
export function markdown(text: string, targetOf: LinkTarget): Html {
  return blocks(new Lexer().lex(text), targetOf);
}

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

function blocks(tokens: Token[], targetOf: LinkTarget): Html {
  return html`${tokens.map((token) => block(token as MarkedToken, targetOf))}`;
}

function block(token: MarkedToken, targetOf: LinkTarget): Html {
  const inside = (tokens: Token[]) => inlines(tokens, targetOf);
  switch (token.type) {
    case 'heading':
      return heading(token, inside(token.tokens));
    case 'paragraph':
      return html`<p>${inside(token.tokens)}</p>`;
    case 'code':
      return codeBlock(token);
    case 'table':
      return table(token, inside);
    case 'list': {
      const items = token.items.map((item) => html`<li>${blocks(item.tokens, targetOf)}</li>`);
      return token.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'text':
      return inside(token.tokens ?? [token]);
    case 'space':
      return html``;
    default:
      throw new Error(`A page has Markdown of an unknown kind, ${token.type}: ${token.raw}`);
  }
}

function heading({ depth, text }: Tokens.Heading, content: Html): Html {
  if (depth === 1) return html`<h1>${content}</h1>`;
  const id = anchorOf(text);
  const link = html`<a href="#${id}">${content}</a>`;
  return depth === 2 ? html`<h2 id="${id}">${link}</h2>` : html`<h3 id="${id}">${link}</h3>`;
}

const LANGUAGES: Record<string, string> = { sh: 'Shell', text: 'Prints', http: 'Request' };

/** The language of a block may be followed by the name of the file that has the code. */
function codeBlock({ lang = '', text }: Tokens.Code): Html {
  const [language = '', file = LANGUAGES[language] ?? language] = lang.split(' ');
  const copy = language !== 'text' && html`<button type="button" class="copy">Copy</button>`;
  return html`<figure class="sample ${language === 'text' ? 'printed' : ''}"><figcaption>${file}${copy}</figcaption>
<pre tabindex="0"><code>${codeText(text)}</code></pre></figure>`;
}

function table({ header, rows }: Tokens.Table, inside: (tokens: Token[]) => Html): Html {
  const head = header.map(({ tokens }) => html`<th>${inside(tokens)}</th>`);
  const body = rows.map((row) => html`<tr>${row.map(({ tokens }) => html`<td>${inside(tokens)}</td>`)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

function inlines(tokens: Token[], targetOf: LinkTarget): Html {
  return html`${tokens.map((token) => inline(token as MarkedToken, targetOf))}`;
}

function inline(token: MarkedToken, targetOf: LinkTarget): Html {
  switch (token.type) {
    case 'text':
    case 'escape':
      return html`${token.text}`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'strong':
      return html`<strong>${inlines(token.tokens, targetOf)}</strong>`;
    case 'em':
      return html`<em>${inlines(token.tokens, targetOf)}</em>`;
    case 'link': {
      const target = targetOf(token.href);
      const text = inlines(token.tokens, targetOf);
      return target === undefined ? text : html`<a href="${target}">${text}</a>`;
    }
    default:
      throw new Error(`A page has Markdown of an unknown kind, ${token.type}: ${token.raw}`);
  }
}
