import { readFileSync, statSync } from 'node:fs';

/** Bytes of files in memory, beyond those at the start, from which on they are given back. */
const MANY = 32 * 1024 * 1024;
/** Linux's number on every processor that Node runs on. */
const MADV_DONTNEED = 4;

/**
 * What is read of a mapped file stays mapped, in the end all of it, and counts as memory of this process. Given back it is
 * the system's cache, which takes it for others where memory is short; the next read maps it again, 16 pages for one fault.
 * The map is shared and never written through, so nothing can be lost. Only where the system is Linux.
 */
export class ResidentPages {
  private readonly file: string;
  private readonly before: number;
  private madvise: ReturnType<typeof load> | undefined;

  constructor(file: string) {
    this.file = file;
    this.before = fileBytesInMemory() ?? 0;
  }

  /** Takes a millisecond or two where they are many. */
  giveBackMany(): void {
    if ((fileBytesInMemory() ?? 0) - this.before < MANY) return;
    // Not before it is needed: it warns of being an experiment.
    this.madvise ??= load();
    for (const [start, end] of mapsOf(this.file)) this.madvise?.(start, end - start, MADV_DONTNEED);
  }
}

const SIGNATURES = { madvise: { return: 'int32', arguments: ['uint64', 'uint64', 'int32'] } } as const;

/** The C library's; undefined where Node offers no foreign calls. */
const load = () => process.getBuiltinModule('node:ffi')?.dlopen(null, SIGNATURES).functions.madvise;

/** Undefined where the system does not say it as Linux does. */
function fileBytesInMemory(): number | undefined {
  const [, kibibytes] = /^RssFile:\s+(\d+) kB$/m.exec(readProc('status')) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Where the file is mapped shared, and to be read alone. */
function mapsOf(file: string): [bigint, bigint][] {
  const inode = statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const lines = readProc('maps').matchAll(/^([0-9a-f]+)-([0-9a-f]+) r--s [0-9a-f]+ \S+ (\d+) /gm);
  return [...lines]
    .filter(([, , , mapped]) => mapped === String(inode))
    .map(([, start, end]) => [BigInt(`0x${start}`), BigInt(`0x${end}`)]);
}

function readProc(name: 'status' | 'maps'): string {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}
