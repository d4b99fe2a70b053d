export interface Backends {
  mongodbUrl: string;
  natsUrl: string;
  /** For the top of the test run. */
  description: string;
  stop(): Promise<void>;
}

export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
