import { hash } from 'node:crypto';
import { StaticContent } from '../http/static-content.ts';
import { fixed } from '../routing/answers.ts';
import type { Tag } from '../routing/openapi-tags.ts';
import { type Route, route } from '../routing/route.ts';
import { Html, html } from './html.ts';
import { lazy } from './lazy.ts';

/** The content and the scripts of a page. */
export interface PageContent {
  title: string;
  /** Called at the first request for the page. */
  body: () => Html | Promise<Html>;
  style: string;
  /** Each script is a module. */
  scripts: string[];
  /** The page's scripts send requests to this gateway. */
  asks?: true;
  /** Search engines must not list the page. */
  unlisted?: true;
}

interface Page extends PageContent {
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
}

/**
 * A page that contains its style and scripts, so that they are always of the same version. Its Content-Security-Policy
 * allows only these, by their hashes, and no other resource. No other site may show the page in a frame. The page sends
 * no Referer (decisions 1: TLS, proxies).
 */
export function page({ title, body, style, scripts, asks, unlisted, ...definition }: Page): Route {
  const policy = [
    "default-src 'none'",
    `style-src ${sources([style])}`,
    `script-src ${sources(scripts)}`,
    'img-src data:',
    ...(asks ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  const answer = fixed('text/html; charset=utf-8', {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  const content = lazy(async () =>
    StaticContent.of(
      html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  ${unlisted && html`<meta name="robots" content="noindex">`}
  <title>${title}</title>
  <link rel="icon" href="data:,">
  <style>${new Html(style)}</style>
  ${scripts.map((script) => html`<script type="module">${new Html(script)}</script>`)}
</head>
<body>${await body()}</body>
</html>`.text,
    ),
  );
  return route({ ...definition, method: 'GET', role: 'public', answer, handle: content });
}

const sources = (texts: string[]) => texts.map((text) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
