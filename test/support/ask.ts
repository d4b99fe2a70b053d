import type { System } from './system/system.ts';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Seconds. NaN if the answer has no Retry-After header. */
  retryAfter: number;
  /** Duration of the request in milliseconds. */
  took: number;
}

/** Sends a request to the gateway, and returns the answer and the duration. */
export async function ask(system: System, token: string, method: string, path: string, body?: object): Promise<Answer> {
  const started = performance.now();
  const response = await system.call(token, method, path, body);
  const answer = (await response.json()) as Record<string, unknown>;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return { status: response.status, body: answer, retryAfter, took: performance.now() - started };
}
