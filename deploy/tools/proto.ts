import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine } from '../local/command-line.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');
const PROTO = join(ROOT, 'proto');
const BIN = join(ROOT, 'node_modules', '.bin');
const GENERATOR_OPTIONS =
  '--keepCase --longs=Number --defaults --arrays --grpcLib=@grpc/grpc-js --includeDirs=proto --targetFileExtension=.ts --importFileExtension=.ts --inputTemplate=%s__Input --outputTemplate=%s';

/** The messages as they were last released. The breaking-change check compares with them. */
export const BASELINE = join(PROTO, 'baseline.binpb');

/** Writes the types of every message and service. Throws when a proto file has errors. */
export async function generateTypes(outDir: string): Promise<void> {
  const files = await protoFiles();
  await run(
    process.execPath,
    [join(BIN, 'proto-loader-gen-types'), ...GENERATOR_OPTIONS.split(' '), `--outDir=${outDir}`, ...files],
    { cwd: ROOT },
  );
  await writeFile(join(outDir, 'protos.ts'), protosModule(files));
}

/** The types of all protos, by domain: what knows the messages and rpcs of every service begins here. */
function protosModule(files: string[]): string {
  const nameOf = (file: string) => basename(file, '.proto');
  const imports = files.map((file) => `import type { ProtoGrpcType as ${nameOf(file)} } from './${nameOf(file)}.ts';`);
  const domains = Map.groupBy(files, (file) => file.slice(0, file.indexOf('/')));
  const types = [...domains].map(([domain, of]) => {
    return `  ${domain}: ${of.map((file) => `${nameOf(file)}['${domain}']['v1']`).join(' & ')};`;
  });
  return `// Original files: ${files.join(', ')}\n\n${imports.join('\n')}\n\nexport interface Protos {\n${types.join('\n')}\n}\n`;
}

/** Accepts the messages as they are now: later ones must be able to talk to them. */
async function acceptBaseline(): Promise<void> {
  await run(join(BIN, 'buf'), ['build', PROTO, '-o', BASELINE]);
}

async function protoFiles(): Promise<string[]> {
  const { stdout } = await run(join(BIN, 'buf'), ['ls-files', PROTO], { cwd: ROOT });
  return stdout
    .split('\n')
    .filter((file) => file.endsWith('.proto'))
    .map((file) => file.replace(/^.*proto\//, ''));
}

const TASKS = {
  generate: {
    name: 'npm run proto:gen',
    does: 'Writes the types of every message and service to proto/gen.',
    run: () => generateTypes(join(PROTO, 'gen')),
  },
  baseline: {
    name: 'npm run proto:baseline',
    does: 'Accepts the messages as they are now: later ones must be able to talk to them.',
    run: acceptBaseline,
  },
};

if (import.meta.main) {
  const task = TASKS[process.argv[2] as keyof typeof TASKS];
  readCommandLine(task, process.argv.slice(3));
  await task.run();
}
