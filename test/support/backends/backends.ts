export interface Backends {
  mongodbUrl: string;
  natsUrl: string;
  /** Text that the test runner prints at the start. */
  description: string;
  stop(): Promise<void>;
}

/** For tests of rules and contracts, which use neither a database nor a broker. */
export const NO_BACKENDS: Backends = {
  mongodbUrl: '',
  natsUrl: '',
  description: 'rules and contracts alone, no database and no broker',
  stop: async () => {},
};

export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
