export interface Backends {
  mongodbUrl: string;
  natsUrl: string;
  /** For the top of the test run. */
  description: string;
  stop(): Promise<void>;
}

/** For tests of rules and contracts, which speak to none. */
export const NO_BACKENDS: Backends = {
  mongodbUrl: '',
  natsUrl: '',
  description: 'rules and contracts alone, no database and no broker',
  stop: async () => {},
};

export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
