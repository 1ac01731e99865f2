/** Reads archives (tar) in pieces: only headers and requested content are in memory. Nothing is written. */
import { failure, unsafe } from '../problems.js';
import { BLOCK, type EntryType, type Header, isHarmless, isZero, type Records, readHeader, readRecords } from './tar-header.js';

/** One entry. */
export interface TarEntry {
  /** The path from the root, without slashes at its ends. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'symlink' | 'hardlink' | 'device';
  /** The size in bytes. */
  readonly size: number;
  /** The target of a link as written. */
  readonly target: string;
}

/** Takes the content of a file. */
export interface Sink {
  write(part: Uint8Array): void;
  end(): void;
  /** Awaited after each piece of the archive. */
  drained?(): Promise<void>;
}

/** The largest header that describes another entry, in bytes: Go's limit. */
const MAX_DESCRIPTION = 1 << 20;
/** The limit for entries of an archive: a base system has 20,000. */
const MAX_ENTRIES = 250_000;

/**
 * Reads an archive.
 *
 * @param image for messages
 * @param open is called with each entry in the order of the archive, and returns the sink for its content
 * @throws ProblemError `IMAGE_UNSAFE` for a path outside of the archive's root, for ambiguous forms, and for anything that is no archive
 */
export async function readTar(
  source: AsyncIterable<Uint8Array>,
  image: string,
  open: (entry: TarEntry) => Sink | undefined,
): Promise<void> {
  const reader = new ArchiveReader(image, open);
  for await (const part of source) {
    reader.take(part);
    await reader.sink?.drained?.();
    for (const sink of reader.ended.splice(0)) await sink.drained?.();
  }
  reader.end();
}

class ArchiveReader {
  /** The sink of the current entry. */
  sink: Sink | undefined;
  /** Sinks that received all of their content since the last piece. */
  readonly ended: Sink[] = [];
  readonly #block = Buffer.alloc(BLOCK);
  #filled = 0;
  /** Remaining bytes of content, and of its padding. */
  #left = 0;
  #padding = 0;
  /** The content of an entry that describes the next one. */
  #description: { readonly type: EntryType; readonly parts: Buffer[] } | undefined;
  /** The description of the next entry. */
  #next: { readonly records?: Records; readonly name?: string; readonly target?: string } = {};
  #zeroBlocks = 0;
  #entries = 0;

  constructor(
    readonly image: string,
    readonly open: (entry: TarEntry) => Sink | undefined,
  ) {}

  take(part: Uint8Array): void {
    for (let at = 0; at < part.length; ) {
      if (this.#zeroBlocks === 2) {
        if (!isZero(part, at)) throw this.#refused('content behind its end');
        return;
      }
      if (this.#left > 0) {
        const content = part.subarray(at, at + this.#left);
        this.#description?.parts.push(Buffer.from(content));
        this.sink?.write(content);
        this.#left -= content.length;
        at += content.length;
        if (this.#left === 0) this.#endContent();
      } else if (this.#padding > 0) {
        const skipped = Math.min(this.#padding, part.length - at);
        this.#padding -= skipped;
        at += skipped;
      } else {
        const taken = part.subarray(at, at + BLOCK - this.#filled);
        this.#block.set(taken, this.#filled);
        this.#filled += taken.length;
        at += taken.length;
        if (this.#filled === BLOCK) this.#header();
      }
    }
  }

  end(): void {
    if (this.#zeroBlocks === 2) return;
    if (this.#filled > 0 || this.#left > 0 || this.#padding > 0) throw this.#refused('an end in the middle of an entry');
    if (this.#isDescribed()) throw this.#refused('a description of an entry that does not come');
  }

  #header(): void {
    this.#filled = 0;
    if (isZero(this.#block)) {
      if (this.#isDescribed()) throw this.#refused('a description of an entry that does not come');
      this.#zeroBlocks++;
      return;
    }
    if (this.#zeroBlocks > 0) throw this.#refused('an entry behind its end');
    const header = readHeader(this.#block);
    if (typeof header === 'string') throw this.#refused(header);
    if (++this.#entries > MAX_ENTRIES) throw tooMany('a layer', MAX_ENTRIES, this.image);
    if (header.type === 'records' || header.type === 'globals' || header.type === 'name' || header.type === 'target')
      this.#describe(header.type, header.size);
    else this.#entry(header);
  }

  #describe(type: EntryType, size: number): void {
    const isOfGnu = type === 'name' || type === 'target';
    const { records, name, target } = this.#next;
    const isSecond = type === 'name' ? name : type === 'target' ? target : (name ?? target);
    if (records || isSecond !== undefined || (!isOfGnu && this.#isDescribed())) throw this.#refused('an entry that is described twice');
    if (size > MAX_DESCRIPTION) throw this.#refused('a description of more than 1 MiB');
    this.#description = { type, parts: [] };
    this.#expect(size);
  }

  #entry({ type, name, target, size, isOld }: Header): void {
    const { records = {}, name: longName, target: longTarget } = this.#next;
    this.#next = {};
    const written = longName ?? records.path ?? name;
    const hasSlash = written.endsWith('/');
    if (hasSlash && type === 'file' && !isOld) throw this.#refused(`a file whose name ends in a slash: ${written}`);
    const kind = (hasSlash && type === 'file' ? 'folder' : type) as TarEntry['kind'];
    const length = records.size ?? size;
    // Go skips such content, other readers do not, so that the rest would be an entry for one and content for the other.
    if (kind !== 'file' && (length > 0 || size > 0)) throw this.#refused(`an entry with content that is no file: ${written}`);
    const path = pathOf(written, this.image);
    if (path === '' && kind !== 'folder') throw this.#refused('an entry without a name');
    this.sink = this.open({ path, kind, size: length, target: longTarget ?? records.linkpath ?? target });
    this.#expect(length);
  }

  #expect(size: number): void {
    this.#left = size;
    this.#padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (size === 0) this.#endContent();
  }

  #endContent(): void {
    this.sink?.end();
    if (this.sink?.drained) this.ended.push(this.sink);
    this.sink = undefined;
    const { type, parts } = this.#description ?? {};
    if (!parts) return;
    this.#description = undefined;
    const content = Buffer.concat(parts);
    if (type === 'globals') {
      if (!isHarmless(content)) throw this.#refused('a global header');
    } else if (type === 'records') {
      const records = readRecords(content);
      if (typeof records === 'string') throw this.#refused(records);
      this.#next = { records };
    } else {
      const text = content.toString('utf8').replace(/\0+$/, '');
      if (text === '' || text.includes('\0')) throw this.#refused('a long name that is none');
      this.#next = { ...this.#next, [type === 'name' ? 'name' : 'target']: text };
    }
  }

  #isDescribed(): boolean {
    return this.#next.records !== undefined || this.#next.name !== undefined || this.#next.target !== undefined;
  }

  #refused(found: string): Error {
    return unsafe(this.image, 'a layer is not an archive that all readers read alike', found);
  }
}

/** The path from the root: a leading slash has no meaning in an archive. */
function pathOf(path: string, image: string): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) throw unsafe(image, 'a path in a layer leaves the folder of the image', path);
  return steps.join('/');
}

/** @param what the image or layer with more files than the limit */
export function tooMany(what: string, limit: number, image: string): Error {
  return failure({
    code: 'IMAGE_TOO_LARGE',
    message: `${what} has more than ${limit.toLocaleString('en')} files`,
    file: image,
    expected: `at most ${limit.toLocaleString('en')} files`,
    fix: 'Check that the reference names a bundle or a file-based catalog.',
  });
}
