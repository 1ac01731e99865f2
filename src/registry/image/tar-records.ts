/** The records of a pax header (POSIX.1-2024, "pax Extended Header"): what an entry has in place of the fields of its header. */

/** What records change of an entry. */
export interface Records {
  readonly path?: string;
  readonly linkpath?: string;
  readonly size?: number;
}

/** Records that make of an entry something else than its header says, in some readers or in the file system below a container. */
const REFUSED = /^(?:GNU\.sparse\.|SCHILY\.(?:realsize|filetype)$|(?:SCHILY|LIBARCHIVE)\.xattr\.(?:trusted|user)\.overlay\.|charset$)/;
const DECIDING: ReadonlySet<string> = new Set(['path', 'linkpath', 'size']);

/** Reads the records before an entry. @returns why they are refused, if they are */
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

/** Whether global records change nothing: readers disagree for how long they count. git writes a comment. */
export function isHarmless(content: Buffer): boolean {
  const found = recordsIn(content);
  return typeof found !== 'string' && found.every(([key]) => key === 'comment');
}

/** Each record is `LENGTH KEY=VALUE\n`, and the length is that of all of it. */
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
