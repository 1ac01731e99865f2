/** `node:fs` for the page: a few files in memory, below one root. What the program asks of it, it answers as Node does. */
import { join } from 'node:path';

interface Folder {
  readonly entries: Map<string, Folder | Uint8Array>;
}

let root: Folder = { entries: new Map() };
const open = new Map<number, { readonly content: Uint8Array; offset: number }>();
let nextDescriptor = 3;

/** Puts these files in place of all that there are. Paths are relative to the working directory, which is the root. */
export function mount(files: Readonly<Record<string, string | Uint8Array>>): void {
  root = { entries: new Map() };
  open.clear();
  for (const [path, content] of Object.entries(files)) {
    const [name = '', ...folders] = partsOf(path).toReversed();
    let folder = root;
    for (const part of folders.toReversed()) {
      const inside = folder.entries.get(part) ?? { entries: new Map() };
      if (!isFolder(inside)) throw failure('ENOTDIR', 'mkdir', path);
      folder.entries.set(part, inside);
      folder = inside;
    }
    folder.entries.set(name, typeof content === 'string' ? new TextEncoder().encode(content) : content);
  }
}

/** Makes an empty folder at the root. */
export function addFolder(name: string): void {
  root.entries.set(name, { entries: new Map() });
}

export const constants = { O_RDONLY: 0, R_OK: 4, W_OK: 2, X_OK: 1, F_OK: 0 } as const;

export function openSync(path: string): number {
  const content = find(path, 'open');
  if (isFolder(content)) throw failure('EISDIR', 'read', path);
  open.set(nextDescriptor, { content, offset: 0 });
  return nextDescriptor++;
}

export function closeSync(descriptor: number): void {
  open.delete(descriptor);
}

export function readSync(descriptor: number, target: Uint8Array, offset: number, length: number, position: number | null): number {
  // Standard input is empty.
  const file = open.get(descriptor);
  if (!file) return 0;
  const from = position ?? file.offset;
  const bytes = file.content.subarray(from, from + length);
  target.set(bytes, offset);
  if (position === null) file.offset += bytes.length;
  return bytes.length;
}

export const fstatSync = (descriptor: number): Status => statusOf(open.get(descriptor)?.content ?? new Uint8Array());
export const statSync = (path: string, options?: { throwIfNoEntry?: boolean }): Status | undefined =>
  options?.throwIfNoEntry === false && !existsSync(path) ? undefined : statusOf(find(path, 'stat'));
export const lstatSync = (path: string, options?: { throwIfNoEntry?: boolean }): Status | undefined => statSync(path, options);

export function existsSync(path: string): boolean {
  try {
    find(path, 'access');
    return true;
  } catch {
    return false;
  }
}

export function realpathSync(path: string): string {
  find(path, 'lstat');
  return join('/', path);
}

export function readlinkSync(path: string): string {
  throw failure('EINVAL', 'readlink', path);
}

export function readFileSync(path: string, encoding?: string): Buffer | string {
  const content = find(path, 'open');
  if (isFolder(content)) throw failure('EISDIR', 'read', path);
  return encoding ? new TextDecoder().decode(content) : Buffer.from(content);
}

export function readdirSync(path: string, options?: { withFileTypes?: boolean }): string[] | (Status & { name: string })[] {
  const folder = find(path, 'scandir');
  if (!isFolder(folder)) throw failure('ENOTDIR', 'scandir', path);
  const entries = [...folder.entries];
  return options?.withFileTypes ? entries.map(([name, entry]) => ({ ...statusOf(entry), name })) : entries.map(([name]) => name);
}

/** The page shows what a command prints; it has no disk to write to. */
function readOnly(path: string): never {
  throw failure('EROFS', 'open', path);
}
export const accessSync = (path: string, mode: number = constants.F_OK): void => {
  find(path, 'access');
  if (mode & constants.W_OK) readOnly(path);
};
export const cpSync = readOnly;
export const linkSync = readOnly;
export const writeFileSync = readOnly;
export const mkdirSync = readOnly;
export const mkdtempSync = readOnly;
export const renameSync = readOnly;
export const rmSync = readOnly;
export const rmdirSync = readOnly;
export const writeSync = (): never => readOnly('/dev/stdout');

interface Status {
  readonly size: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function statusOf(entry: Folder | Uint8Array): Status {
  const folder = isFolder(entry);
  return {
    size: folder ? 0 : entry.length,
    mode: folder ? 0o40755 : 0o100644,
    isFile: () => !folder,
    isDirectory: () => folder,
    isSymbolicLink: () => false,
  };
}

function find(path: string, call: string): Folder | Uint8Array {
  let entry: Folder | Uint8Array = root;
  for (const part of partsOf(path)) {
    if (!isFolder(entry)) throw failure('ENOTDIR', call, path);
    const next: Folder | Uint8Array | undefined = entry.entries.get(part);
    if (!next) throw failure('ENOENT', call, path);
    entry = next;
  }
  return entry;
}

const partsOf = (path: string): string[] => join('/', path).split('/').filter(Boolean);
const isFolder = (entry: Folder | Uint8Array): entry is Folder => !(entry instanceof Uint8Array);

const REASONS: Readonly<Record<string, string>> = {
  EINVAL: 'invalid argument',
  EISDIR: 'illegal operation on a directory',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
};

function failure(code: string, syscall: string, path: string): Error {
  const operation = code === 'EISDIR' ? syscall : `${syscall} '${path}'`;
  return Object.assign(new Error(`${code}: ${REASONS[code]}, ${operation}`), { code, syscall, path });
}
