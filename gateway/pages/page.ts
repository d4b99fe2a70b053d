import { hash } from 'node:crypto';
import { StaticContent } from '../http/static-content.ts';
import { fixed } from '../routing/answers.ts';
import { type Route, route } from '../routing/route.ts';
import { Html, html } from './html.ts';
import { lazy } from './lazy.ts';

/** The content and the scripts of a page. */
export interface PageContent {
  title: string;
  /** Called at the first request for the page. */
  body: () => Html | Promise<Html>;
  styles: string[];
  /** Each script is a module. */
  scripts: string[];
  /** The page's scripts send requests to this gateway. */
  asks?: true;
  /** Search engines must not list the page. */
  unlisted?: true;
}

type Definition = Pick<Route, 'operationId' | 'tag' | 'summary' | 'description'>;

/**
 * A page that contains its styles and scripts, so that they are always of the same version. Its Content-Security-Policy
 * allows only these, by their hashes, and no other resource. Scripts cannot make markup of a text (Trusted Types). No
 * other site may show the page in a frame. The page sends no Referer (decisions 1: TLS, proxies).
 */
export function page({ path, ...rest }: PageContent & Definition & { path: string }): Route {
  const { title, body, styles, scripts, asks, unlisted, ...definition } = rest;
  const look = { title, body, styles, scripts, ...(asks && { asks }), ...(unlisted && { unlisted }) };
  const content = lazy(() => pageText(look));
  return route({ ...definition, path, method: 'GET', role: 'public', answer: pageAnswer(look), handle: content });
}

/** The answer of a route that sends pages with these styles and scripts. */
export function pageAnswer({ styles, scripts, asks }: Pick<PageContent, 'styles' | 'scripts' | 'asks'>) {
  const policy = [
    "default-src 'none'",
    `style-src ${sources(styles)}`,
    `script-src ${sources(scripts)}`,
    'img-src data:',
    ...(asks ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return fixed('text/html; charset=utf-8', {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}

/** The page as it is sent. */
export async function pageText({ title, body, styles, scripts, unlisted }: PageContent): Promise<StaticContent> {
  return StaticContent.of(
    html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  ${unlisted && html`<meta name="robots" content="noindex">`}
  <title>${title}</title>
  <link rel="icon" href="data:,">
  ${styles.map((style) => html`<style>${new Html(style)}</style>`)}
  ${scripts.map((script) => html`<script type="module">${new Html(script)}</script>`)}
</head>
<body>${await body()}</body>
</html>`.text,
  );
}

const sources = (texts: string[]) =>
  texts.length === 0 ? "'none'" : texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
