/**
 * The one place that calls the C library, by `node:ffi`, which is an experiment of Node 26: `madvise` and `malloc_trim`. Without
 * them a third of what the whole system takes stays the engine's (ADR 49). Where Node, the system or the library is another,
 * nothing is called and memory stays as it was.
 */
import type { DynamicLibraryResult } from 'node:ffi';
import { readFileSync, statSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

/** Bytes that nobody needs, from which on they are given back. */
const MANY = 16 * 1024 * 1024;
/** Linux's number on every processor that Node runs on. */
const MADV_DONTNEED = 4;

/**
 * Gives memory back to the system that would else count as this process's for ever. Only where the system is Linux.
 *
 * - What is read of a mapped file stays mapped, in the end all of it. Given back it is the system's cache, which takes it for
 *   others where memory is short; the next read maps it again, 16 pages for one fault. The map is shared and never written
 *   through, so nothing can be lost.
 * - What the C library's allocator has free between what is in use, it keeps: buffers of requests and pages of batches.
 */
export class ResidentMemory {
  private readonly file: string;
  /** Bytes that are mapped and are not the file's: Node and its libraries. */
  private filesBefore: number;
  /** The least that was in use outside of V8's heap since free memory was given back. */
  private leastNative = Number.POSITIVE_INFINITY;
  private library: Library | undefined;

  constructor(file: string) {
    this.file = file;
    this.filesBefore = inMemory()?.files ?? 0;
  }

  /** Takes a millisecond or two where many pages are mapped. */
  giveBackPages(): void {
    const now = inMemory();
    if (!now || now.files - this.filesBefore < MANY) return;
    for (const [start, end] of mapsOf(this.file)) this.libc().madvise?.(start, end - start, MADV_DONTNEED);
    const left = inMemory()?.files ?? now.files;
    if (left - this.filesBefore >= MANY) this.filesBefore = left;
  }

  /** Takes some 0.4 ms for each MiB that is free. */
  giveBackFree(): void {
    const now = inMemory();
    if (!now) return;
    this.leastNative = Math.min(this.leastNative, now.native);
    if (now.native - this.leastNative < MANY) return;
    this.libc().malloc_trim?.(0n);
    this.leastNative = inMemory()?.native ?? now.native;
  }

  /** Loaded not before it is needed: it warns of being an experiment. */
  private libc(): Library {
    this.library ??= load();
    return this.library;
  }
}

const SIGNATURES = {
  madvise: { return: 'int32', arguments: ['uint64', 'uint64', 'int32'] },
  malloc_trim: { return: 'int32', arguments: ['uint64'] },
} as const;

type Library = Partial<DynamicLibraryResult<typeof SIGNATURES>['functions']>;

/** The C library's functions; none where Node offers no foreign calls, or the library is another than GNU's. */
function load(): Library {
  try {
    return process.getBuiltinModule('node:ffi')?.dlopen(null, SIGNATURES).functions ?? {};
  } catch {
    return {};
  }
}

/** Bytes in memory of mapped files, and of its own outside of V8's heap. Undefined where the system does not say it as Linux does. */
function inMemory(): { files: number; native: number } | undefined {
  const bytes = new Map<string, number>();
  for (const [, name = '', kibibytes] of readProc('status').matchAll(/^Rss(File|Shmem|Anon):\s+(\d+) kB$/gm))
    bytes.set(name, Number(kibibytes) * 1024);
  // Pages of a file in memory are counted as shared memory.
  const [files, shared, anonymous] = [bytes.get('File'), bytes.get('Shmem'), bytes.get('Anon')];
  if (files === undefined || shared === undefined || anonymous === undefined) return undefined;
  return { files: files + shared, native: anonymous - getHeapStatistics().total_physical_size };
}

/** Where the file is mapped shared, and to be read alone. */
function mapsOf(file: string): [bigint, bigint][] {
  const inode = statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const lines = readProc('maps').split('\n');
  return lines.flatMap((line) => {
    const [addresses = '', access, , , mapped] = line.split(' ');
    if (access !== 'r--s' || mapped !== String(inode)) return [];
    const [start, end] = addresses.split('-');
    return [[BigInt(`0x${start}`), BigInt(`0x${end}`)]];
  });
}

function readProc(name: 'status' | 'maps'): string {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}
