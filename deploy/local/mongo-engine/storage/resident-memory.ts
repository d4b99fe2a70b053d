/**
 * Only this file calls the C library: `madvise` and `malloc_trim`, through `node:ffi`, which is experimental in Node
 * 26. The calls are needed because the engine would otherwise keep a third of the system's memory (ADR 49). If Node,
 * the system or the library is another, nothing is called and the memory stays as it was.
 */
import type { DynamicLibraryResult } from 'node:ffi';
import { readFileSync, statSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

/** Minimum bytes of unneeded memory that are worth returning. */
const MANY = 16 * 1024 * 1024;
/** Linux's number on every processor that Node supports. */
const MADV_DONTNEED = 4;

/**
 * Returns unneeded memory to the system, because it would otherwise count as memory of this process. Only on Linux.
 *
 * - Pages of a mapped file stay mapped after a read, in the end the whole file. Returned pages are in the system's
 * cache, which can free them when memory is short. The next read maps them again, 16 pages with one fault. The map is
 * shared and read-only, so nothing can be lost.
 * - The C library's allocator keeps free memory between blocks in use: buffers of requests and pages of batches.
 */
export class ResidentMemory {
  private readonly file: string;
  /** Bytes of mapped files other than the engine's file: Node and its libraries. */
  private filesBefore: number;
  /** Minimum bytes in use outside of V8's heap, since free memory was returned. */
  private leastNative = Number.POSITIVE_INFINITY;
  private library: Library | undefined;

  constructor(file: string) {
    this.file = file;
    this.filesBefore = inMemory()?.files ?? 0;
  }

  /** Returns the file's mapped pages. Takes 1 to 2 ms if many pages are mapped. */
  giveBackPages(): void {
    const now = inMemory();
    if (!now || now.files - this.filesBefore < MANY) return;
    for (const [start, end] of mapsOf(this.file)) this.libc().madvise?.(start, end - start, MADV_DONTNEED);
    const left = inMemory()?.files ?? now.files;
    if (left - this.filesBefore >= MANY) this.filesBefore = left;
  }

  /** Returns the allocator's free memory. Takes about 0.4 ms per free MiB. */
  giveBackFree(): void {
    const now = inMemory();
    if (!now) return;
    this.leastNative = Math.min(this.leastNative, now.native);
    if (now.native - this.leastNative < MANY) return;
    this.libc().malloc_trim?.(0n);
    this.leastNative = inMemory()?.native ?? now.native;
  }

  /** The library is loaded only when it is needed, because Node then warns of an experimental feature. */
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

/** The C library's functions; none if Node has no foreign calls, or the library is not GNU's. */
function load(): Library {
  try {
    return process.getBuiltinModule('node:ffi')?.dlopen(null, SIGNATURES).functions ?? {};
  } catch {
    return {};
  }
}

/**
 * Bytes in memory of mapped files, and outside of V8's heap; undefined if the system does not report them as Linux
 * does.
 */
function inMemory(): { files: number; native: number } | undefined {
  const bytes = new Map<string, number>();
  for (const [, name = '', kibibytes] of readProc('status').matchAll(/^Rss(File|Shmem|Anon):\s+(\d+) kB$/gm))
    bytes.set(name, Number(kibibytes) * 1024);
  // Pages of a file on tmpfs are counted as shared memory.
  const [files, shared, anonymous] = [bytes.get('File'), bytes.get('Shmem'), bytes.get('Anon')];
  if (files === undefined || shared === undefined || anonymous === undefined) return undefined;
  return { files: files + shared, native: anonymous - getHeapStatistics().total_physical_size };
}

/** Address ranges where the file is mapped shared and read-only. */
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
