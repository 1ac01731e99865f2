/**
 * One header of an archive, and its records (POSIX.1-2024 pax, ustar; GNU tar's manual, "Standard Format"). Readers of tar disagree
 * about many forms that no builder of images writes. Those are refused; the others are read like Go's archive/tar, which
 * container runtimes use for unpacking.
 */
/** The type of an entry. `name` and `records` describe the next entry. */
export type EntryType = 'file' | 'folder' | 'symlink' | 'hardlink' | 'device' | 'records' | 'globals' | 'name' | 'target';

/** A header. */
export interface Header {
  readonly type: EntryType;
  readonly name: string;
  readonly target: string;
  /** The size of the content that follows, in bytes. */
  readonly size: number;
  /** Whether it is in the oldest form, in which a slash at the end means a folder. */
  readonly isOld: boolean;
}

/** The size of a header, and the unit of padding. */
export const BLOCK = 512;

const TYPES: ReadonlyMap<string, EntryType> = new Map([
  ['\0', 'file'],
  ['0', 'file'],
  ['1', 'hardlink'],
  ['2', 'symlink'],
  ['3', 'device'],
  ['4', 'device'],
  ['5', 'folder'],
  ['6', 'device'],
  ['L', 'name'],
  ['K', 'target'],
  ['g', 'globals'],
  ['x', 'records'],
]);
/** Mode, user, group, size, time and checksum. */
const NUMBERS: readonly (readonly [from: number, to: number])[] = [
  [100, 108],
  [108, 116],
  [116, 124],
  [124, 136],
  [136, 148],
];
const OCTAL = /^[ \0]*([0-7]*)[ \0]*$/;

/** Reads a header. @returns the header, or the reason for refusing it */
export function readHeader(block: Buffer): Header | string {
  if (checksumOf(block) !== octal(block, 148, 156)) return 'a header with another checksum';
  const flag = String.fromCharCode(block[156] ?? 0);
  const type = TYPES.get(flag);
  if (!type) return `an entry of the type ${JSON.stringify(flag)}`;
  const prefix = prefixOf(block);
  if (prefix === undefined) return 'a header of an unknown form';
  if (NUMBERS.some(([from, to]) => number(block, from, to) === undefined)) return 'a header with a number that is none';
  const size = number(block, 124, 136) ?? 0;
  if (size < 0 || !Number.isSafeInteger(size)) return 'a header with an impossible size';
  const name = text(block, 0, 100);
  return { type, name: prefix === '' ? name : `${prefix}/${name}`, target: text(block, 157, 257), size, isOld: flag === '\0' };
}

/** The prefix of the name; undefined for a form in which readers expect it at different positions. */
function prefixOf(block: Buffer): string | undefined {
  const magic = block.toString('latin1', 257, 265);
  if (magic === 'ustar\x0000') return isZero(block, 500, BLOCK) ? text(block, 345, 500) : undefined;
  // GNU's form has times there, and then the map of a sparse file.
  if (magic === 'ustar  \0')
    return number(block, 345, 357) !== undefined && number(block, 357, 369) !== undefined && isZero(block, 369, BLOCK) ? '' : undefined;
  return isZero(block, 257, BLOCK) ? '' : undefined;
}

function checksumOf(block: Buffer): number {
  let sum = 8 * 32;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += block[at] as number;
  return sum;
}

/** Octal digits, or GNU's binary form of numbers that are too large for them. */
function number(block: Buffer, from: number, to: number): number | undefined {
  const first = block[from] as number;
  if (first < 0x80) return octal(block, from, to);
  // A negative number, which a time can be.
  if (first & 0x40) return -1;
  return block.subarray(from + 1, to).reduce((total, byte) => total * 256 + byte, first & 0x3f);
}

function octal(block: Buffer, from: number, to: number): number | undefined {
  const [, digits] = OCTAL.exec(block.toString('latin1', from, to)) ?? [];
  return digits === undefined ? undefined : Number.parseInt(digits || '0', 8);
}

function text(block: Buffer, from: number, to: number): string {
  const end = block.indexOf(0, from);
  return block.toString('utf8', from, end === -1 || end > to ? to : end);
}

/** Whether a part of a block is all zero. */
export function isZero(block: Uint8Array, from = 0, to = block.length): boolean {
  for (let at = from; at < to; at++) if (block[at] !== 0) return false;
  return true;
}

// The records of a pax header (POSIX.1-2024, "pax Extended Header"): they replace fields of an entry's header.

/** The fields that records replace. */
export interface Records {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: number;
}

/** Records that change the meaning of an entry, in some readers or in the file system below a container. */
const REFUSED = /^(?:GNU\.sparse\.|SCHILY\.(?:realsize|filetype)$|(?:SCHILY|LIBARCHIVE)\.xattr\.(?:trusted|user)\.overlay\.|charset$)/;
const DECIDING: ReadonlySet<string> = new Set(['path', 'linkpath', 'size']);

/** Reads the records before an entry. @returns the records, or the reason for refusing them */
export function readRecords(content: Buffer): Records | string {
  const found = recordsIn(content);
  if (typeof found === 'string') return found;
  const values = new Map<string, string>();
  for (const [key, value] of found) {
    if (REFUSED.test(key) || (key === 'hdrcharset' && value !== 'BINARY')) return `the record ${key}`;
    if (!DECIDING.has(key)) continue;
    if (values.has(key)) return `the record ${key} twice`;
    if (value === '' || value.includes('\0')) return `the record ${key} without a value, or with a zero in it`;
    values.set(key, value);
  }
  const [path, linkpath, size] = [...DECIDING].map((key) => values.get(key));
  if (size !== undefined && !(/^\d{1,16}$/.test(size) && Number.isSafeInteger(Number(size)))) return 'the record size without a number';
  return { ...(path ? { path } : {}), ...(linkpath ? { linkpath } : {}), ...(size ? { size: Number(size) } : {}) };
}

/** Whether global records change nothing: readers disagree about their scope. git writes a comment. */
export function isHarmless(content: Buffer): boolean {
  const found = recordsIn(content);
  return typeof found !== 'string' && found.every(([key]) => key === 'comment');
}

/** Splits records. Each is `LENGTH KEY=VALUE `; the length includes the whole record. */
function recordsIn(content: Buffer): [key: string, value: string][] | string {
  const records: [string, string][] = [];
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const digits = space === -1 || space - at > 8 ? '' : content.toString('latin1', at, space);
    const end = at + Number(digits);
    const equals = content.indexOf(0x3d, space);
    if (!/^[1-9]\d*$/.test(digits) || end > content.length || content[end - 1] !== 0x0a || equals <= space + 1 || equals >= end)
      return 'a record of another form';
    const key = content.toString('utf8', space + 1, equals);
    if (key.includes('\0')) return 'a record of another form';
    records.push([key, content.toString('utf8', equals + 1, end - 1)]);
    at = end;
  }
  return records;
}
