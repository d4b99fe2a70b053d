import { writeAtomically } from './files.ts';

interface ServiceEntry {
  grpc: string;
  adminUrl: string;
  pid: number | null;
}

/** DATA_DIR/run.json: addresses and pids of the instance. A pid is null if the instance did not start the process. */
export interface RunFile {
  gateway: { url: string; adminUrl: string; pid: number | null };
  services: Record<string, ServiceEntry>;
  topology: { adminUrl: string; pid: number | null };
  mongodb: { url: string; kind: 'external' | 'mongod' | 'embedded'; pid: number | null };
  nats: { url: string; pid: number | null };
  supervisor: { pid: number };
}

const RETRY_MS = 2000;

/** Keeps run.json up to date. A full disk must not stop the instance: a failed write is repeated. */
export class RunFileWriter {
  readonly #file: string;
  readonly #describe: () => RunFile;
  readonly #say: (line: string) => void;
  #retry: NodeJS.Timeout | undefined;

  constructor(file: string, describe: () => RunFile, say: (line: string) => void) {
    this.#file = file;
    this.#describe = describe;
    this.#say = say;
  }

  /** Never throws. */
  write(): void {
    const failedBefore = this.#retry !== undefined;
    this.stop();
    try {
      writeAtomically(this.#file, `${JSON.stringify(this.#describe(), null, 2)}\n`);
    } catch (error) {
      if (!failedBefore) this.#say(`${this.#file} cannot be written and is out of date: ${error}`);
      this.#retry = setTimeout(() => this.write(), RETRY_MS).unref();
    }
  }

  stop(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
  }
}
