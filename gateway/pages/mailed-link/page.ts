import { readFileSync } from 'node:fs';
import { html } from '../html.ts';
import type { PageContent } from '../page.ts';

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The texts of a page that a mailed link opens, and the request that it sends to the gateway. */
interface MailedLink {
  title: string;
  lead?: string;
  /** Path of the request that uses the link's token. */
  path: string;
  button: string;
  note: string;
  /** Title after success, above the message of the answer. */
  done: string;
  /** The reason why the page asks for a password; absent: setting a password is the purpose of the page. */
  passwordReason?: string;
  /** Note below a field for the user's name, which may stay empty; absent: the page has no such field. */
  nameNote?: string;
  /** Texts for a link that is not valid. */
  otherwise: { title: string; reason: string; asksForLink?: true };
}

/**
 * The page that a mailed link opens. The link's token is in the fragment (after `#`), which browsers never send. So
 * programs that open links in mails before the reader do not use the token.
 */
export function mailedLinkPage({ title, lead, path, button, note, done, ...rest }: MailedLink): PageContent {
  const { passwordReason, nameNote, otherwise } = rest;
  return {
    title: `${title} – Selvedge`,
    styles: [file('page.css')],
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
        ${nameNote !== undefined && nameField(nameNote)}
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
      <p id="next"><a href="/docs#login">How to log in</a></p>
    </section>

    <noscript><p>This page needs JavaScript: your link never leaves the browser before you press the button.</p></noscript>
  </main>
`,
  };
}

const nameField = (note: string) => html`<label for="name">Your name</label>
        <div class="entry">
          <input id="name" name="name" autocomplete="name" maxlength="255" aria-describedby="name-note use-error">
        </div>
        <p id="name-note" class="quiet">${note}</p>`;

const ASK_FOR_LINK = html`<form novalidate data-path="/api/v1/auth/reset-password-request" data-done="Look into your mailbox">
        <label for="email">Email of your account</label>
        <div class="entry">
          <input id="email" name="email" type="email" autocomplete="username" required
            autocapitalize="none" spellcheck="false" aria-describedby="ask-error">
        </div>
        <p id="ask-error" class="error" role="alert"></p>
        <button class="main" type="submit">Send me a link</button>
      </form>`;
