import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const PROTO = join(ROOT, 'proto');
const BIN = join(ROOT, 'node_modules', '.bin');
const GENERATOR_OPTIONS =
  '--keepCase --longs=Number --defaults --arrays --grpcLib=@grpc/grpc-js --includeDirs=proto --targetFileExtension=.ts --importFileExtension=.ts --inputTemplate=%s__Input --outputTemplate=%s';

/** What the breaking-change check compares with: the messages as they were last released. */
export const BASELINE = join(PROTO, 'baseline.binpb');

/** Writes the types of every message and service. Throws when a proto file has errors. */
export async function generateTypes(outDir: string): Promise<void> {
  const files = await protoFiles();
  await run(
    process.execPath,
    [join(BIN, 'proto-loader-gen-types'), ...GENERATOR_OPTIONS.split(' '), `--outDir=${outDir}`, ...files],
    { cwd: ROOT },
  );
}

/** Accepts the messages as they are now: later ones must be able to talk to them. */
export async function acceptBaseline(): Promise<void> {
  await run(join(BIN, 'buf'), ['build', PROTO, '-o', BASELINE]);
}

async function protoFiles(): Promise<string[]> {
  const { stdout } = await run(join(BIN, 'buf'), ['ls-files', PROTO], { cwd: ROOT });
  return stdout
    .split('\n')
    .filter((file) => file.endsWith('.proto'))
    .map((file) => file.replace(/^.*proto\//, ''));
}

if (import.meta.main) {
  if (process.argv[2] === 'generate') await generateTypes(join(PROTO, 'gen'));
  else if (process.argv[2] === 'baseline') await acceptBaseline();
  else throw new Error('usage: proto.ts generate | baseline');
}
