import { readFileSync } from 'node:fs';
import { html } from '../html.ts';
import type { PageContent } from '../page.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The texts of a page that a mailed link opens, and what it asks the gateway to do. */
interface MailedLink {
  title: string;
  lead?: string;
  /** Where the link's token is used up. */
  path: string;
  button: string;
  note: string;
  /** Title of what is shown then, above the answer's own message. */
  done: string;
  /** Why a new password is asked for; none: it is what the page is for, and asked for from the start. */
  passwordReason?: string;
  /** The texts of the page for a link that is not valid. */
  otherwise: { title: string; reason: string; asksForLink?: true };
}

/**
 * The page that a mailed link opens. The link's token stands behind its #, which is never sent: whoever fetches links in
 * mails ahead of their reader uses none up.
 */
export function mailedLinkPage({ title, lead, path, button, note, done, ...rest }: MailedLink): PageContent {
  const { passwordReason, otherwise } = rest;
  return {
    title: `${title} – Selvedge`,
    style: file('page.css'),
    scripts: [file('page.js')],
    asks: true,
    unlisted: true,
    body: () => html`
  <main>
    <p class="brand">Selvedge</p>

    <section id="use" aria-labelledby="use-title" hidden>
      <h1 id="use-title" tabindex="-1">${title}</h1>
      ${lead !== undefined && html`<p>${lead}</p>`}
      <form novalidate data-path="${path}" data-done="${done}">
        <fieldset id="own" ${passwordReason !== undefined && html`hidden disabled`}>
          ${passwordReason !== undefined && html`<legend>${passwordReason}</legend>`}
          <label for="password">New password</label>
          <div class="entry">
            <input id="password" name="password" type="password" autocomplete="new-password" required
              autocapitalize="none" spellcheck="false" aria-describedby="rule use-error">
            <button id="show" type="button" aria-pressed="false" aria-controls="password">Show</button>
          </div>
          <p id="rule" class="quiet">At least 12 characters. A few unrelated words are easy to remember and hard to guess.</p>
        </fieldset>
        <p id="use-error" class="error" role="alert"></p>
        <button class="main" type="submit" aria-describedby="use-error">${button}</button>
      </form>
      <p class="quiet">${note}</p>
    </section>

    <section id="otherwise" aria-labelledby="otherwise-title" hidden>
      <h1 id="otherwise-title" tabindex="-1">${otherwise.title}</h1>
      <p id="reason" role="status">${otherwise.reason}</p>
      ${otherwise.asksForLink && ASK_FOR_LINK}
    </section>

    <section id="done" aria-labelledby="done-title" hidden>
      <h1 id="done-title" tabindex="-1"></h1>
      <p id="done-text"></p>
    </section>

    <noscript><p>This page needs JavaScript: your link never leaves the browser before you press the button.</p></noscript>
  </main>
`,
  };
}

const ASK_FOR_LINK = html`<form novalidate data-path="/api/v1/auth/reset-password-request" data-done="Look into your mailbox">
        <label for="email">Email of your account</label>
        <div class="entry">
          <input id="email" name="email" type="email" autocomplete="username" required
            autocapitalize="none" spellcheck="false" aria-describedby="ask-error">
        </div>
        <p id="ask-error" class="error" role="alert"></p>
        <button class="main" type="submit">Send me a link</button>
      </form>`;
