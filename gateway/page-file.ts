import { fixed } from './answers.ts';
import { type Route, route } from './route.ts';
import { StaticContent } from './static-content.ts';

interface PageFile {
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  contentType: string;
  content: string | Buffer;
  /** Sources that the page may use besides its own style and script. */
  sources?: string;
}

/**
 * A page, or a file that one loads. Pages run their own style and script, and nothing else from anywhere; nobody frames
 * them or learns where they were opened from (decisions 1: TLS, proxies).
 */
export function pageFile({ contentType, content, sources = '', ...definition }: PageFile): Route {
  const headers = {
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;${sources} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
  const answer = fixed(`${contentType}; charset=utf-8`, headers);
  const body = new StaticContent(content);
  return route({ ...definition, method: 'GET', role: 'public', answer, handle: () => body });
}
