import { writeAtomically } from './files.ts';

interface ServiceEntry {
  grpc: string;
  adminUrl: string;
  pid: number | null;
}

/** DATA_DIR/run.json: what runs where. A pid is null for what was started by others. */
export interface RunFile {
  gateway: { url: string; adminUrl: string; pid: number | null };
  services: Record<string, ServiceEntry>;
  mongodb: { url: string; kind: 'external' | 'mongod' | 'embedded'; pid: number | null };
  nats: { url: string; pid: number | null };
  supervisor: { pid: number };
}

export function writeRunFile(file: string, run: RunFile): void {
  writeAtomically(file, `${JSON.stringify(run, null, 2)}\n`);
}
