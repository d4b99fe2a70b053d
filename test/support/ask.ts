import type { System } from './system/system.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Seconds; NaN when there is no Retry-After. */
  retryAfter: number;
  /** Milliseconds that it took. */
  took: number;
}

/** The answer of the gateway to a request, and its time. */
export async function ask(system: System, token: string, method: string, path: string, body?: object): Promise<Answer> {
  const started = performance.now();
  const response = await system.call(token, method, path, body);
  const answer = (await response.json()) as Record<string, unknown>;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return { status: response.status, body: answer, retryAfter, took: performance.now() - started };
}
