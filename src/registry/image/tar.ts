/** Archives of files (tar), a piece at a time: only headers, and what is wanted, are ever in memory. Nothing is written. */
import { Parser } from 'tar/parse';
import type { ReadEntry } from 'tar/read-entry';
import { unsafe } from '../problems.js';

/** One entry. */
export interface TarEntry {
  /** From the root, without slashes at its ends. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'device';
  /** In bytes. */
  readonly size: number;
}

/** Takes the content of a file. */
export interface Sink {
  write(part: Uint8Array): void;
  end(): void;
  /** Waited for after each piece of the archive. */
  drained?(): Promise<void>;
}

const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile']);
const LINKS: ReadonlySet<string> = new Set(['Link', 'SymbolicLink']);

/**
 * Reads an archive.
 *
 * @param image for messages
 * @param open is called with each entry in the order of the archive, and returns what takes its content
 * @throws ProblemError `IMAGE_UNSAFE` for a path that leaves the archive's root, and for what is no archive
 */
export async function readTar(
  source: AsyncIterable<Uint8Array>,
  image: string,
  open: (entry: TarEntry) => Sink | undefined,
): Promise<void> {
  let failed: unknown;
  const sinks = new Set<Sink>();
  const take = (read: ReadEntry): void => {
    const entry = { path: pathOf(read.path, image), kind: kindOf(read), size: read.size };
    const sink = open(entry);
    if (!sink) return void read.resume();
    if (sink.drained) sinks.add(sink);
    read.on('data', (part: Buffer) => attempt(() => sink.write(part)));
    read.on('end', () => attempt(() => sink.end()));
  };
  const attempt = (run: () => void): void => {
    if (failed !== undefined) return;
    try {
      run();
    } catch (error) {
      failed = error;
    }
  };
  const parser = new Parser({ strict: true });
  parser.on('entry', (read: ReadEntry) => {
    attempt(() => take(read));
    if (failed !== undefined) read.resume();
  });
  // Types that no reader of images knows, and headers that are too large. An archive may have them anywhere.
  parser.on('ignoredEntry', (read: ReadEntry) => attempt(() => void open({ path: pathOf(read.path, image), kind: 'device', size: 0 })));
  parser.on('error', (error: Error) => attempt(() => rethrow(unsafe(image, 'a layer is not an archive that can be read', error.message))));
  let isFirst = true;
  for await (const part of source) {
    // The parser would unpack once more what containers take as it is.
    if (isFirst && (part[0] === 0x1f || part[0] === 0x28))
      throw unsafe(image, 'a layer is packed twice', 'a packed archive in a packed layer');
    isFirst = false;
    parser.write(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    for (const sink of sinks) await sink.drained?.();
    if (failed !== undefined) throw failed;
  }
  parser.end();
  if (failed !== undefined) throw failed;
}

function rethrow(error: unknown): never {
  throw error;
}

function kindOf({ type }: ReadEntry): TarEntry['kind'] {
  if (FILES.has(type)) return 'file';
  if (type === 'Directory') return 'folder';
  return LINKS.has(type) ? 'link' : 'device';
}

/** The path from the root: a leading slash means nothing in an archive. */
function pathOf(path: string, image: string): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..') || path.includes('\0')) throw unsafe(image, 'a path in a layer leaves the folder of the image', path);
  return steps.join('/');
}
