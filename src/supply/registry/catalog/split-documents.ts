/**
 * Splits a file of a catalog into documents while it arrives in pieces. As in `opm` (declcfg.WalkMetasReader with
 * Kubernetes' YAMLOrJSONDecoder), the first character decides: `{` begins JSON values one after another, anything else is YAML.
 */
import type { Sink } from '../image/tar.js';

/** The largest document, in bytes. */
const MAX_DOCUMENT_BYTES = 64 << 20;
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, QUOTE, BACKSLASH, LINE] = [0x7b, 0x7d, 0x5b, 0x5d, 0x22, 0x5c, 0x0a];
const SEPARATOR = '\n---';

/** One document of a file. */
export interface RawDocument {
  readonly form: 'json' | 'yaml';
  readonly text: string;
}

/** The error of a file that cannot be split. */
export class NotDocuments extends Error {
  override readonly name = 'NotDocuments';
}

/**
 * Splits a file.
 *
 * @param emit is called with each document
 * @throws NotDocuments while it is written or ended
 */
export function splitDocuments(emit: (document: RawDocument) => void): Sink {
  let reader: Sink | undefined;
  return {
    write(part) {
      if (!reader) {
        const first = part.findIndex((byte) => !isSpace(byte));
        if (first === -1) return;
        reader = part[first] === OPEN ? jsonValues(emit) : yamlDocuments(emit);
      }
      reader.write(part);
    },
    end: () => reader?.end(),
  };
}

/** Whether a byte is a space or part of a byte order mark. */
function isSpace(byte: number): boolean {
  return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function jsonValues(emit: (document: RawDocument) => void): Sink {
  let parts: Buffer[] = [];
  let size = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size > MAX_DOCUMENT_BYTES) throw new NotDocuments(`a document is larger than ${MAX_DOCUMENT_BYTES} bytes`);
    parts.push(part);
  };
  return {
    write(part) {
      let start = 0;
      for (let at = 0; at < part.length; at += 1) {
        const byte = part[at] as number;
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isText = false;
        } else if (byte === QUOTE) isText = true;
        else if (byte === OPEN || byte === OPEN_LIST) {
          if (depth === 0) start = at;
          depth += 1;
        } else if (byte === CLOSE || byte === CLOSE_LIST) {
          depth -= 1;
          if (depth > 0) continue;
          if (depth < 0) throw new NotDocuments('a bracket is closed that was never opened');
          keep(Buffer.from(part.buffer, part.byteOffset + start, at + 1 - start));
          emit({ form: 'json', text: (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8') });
          [parts, size] = [[], 0];
        } else if (depth === 0 && !isSpace(byte)) throw new NotDocuments('there is text between JSON objects');
      }
      // The piece is invalid after this returns.
      if (depth > 0) keep(Buffer.from(part.subarray(start)));
    },
    end() {
      if (depth > 0 || isText) throw new NotDocuments('the last JSON object has no end');
    },
  };
}

function yamlDocuments(emit: (document: RawDocument) => void): Sink {
  let rest = Buffer.alloc(0);
  let searched = 0;
  const tell = (bytes: Buffer): void => emit({ form: 'yaml', text: bytes.toString('utf8') });
  return {
    write(part) {
      rest = Buffer.concat([rest, part]);
      for (;;) {
        const at = rest.indexOf(SEPARATOR, searched);
        const line = at === -1 ? -1 : rest.indexOf(LINE, at + SEPARATOR.length);
        // A separator, or the rest of its line, can still arrive.
        searched = at === -1 ? Math.max(0, rest.length - SEPARATOR.length + 1) : at;
        if (line === -1) break;
        tell(rest.subarray(0, at + 1));
        rest = rest.subarray(line + 1);
        searched = 0;
      }
      if (rest.length > MAX_DOCUMENT_BYTES) throw new NotDocuments(`a document is larger than ${MAX_DOCUMENT_BYTES} bytes`);
    },
    end() {
      const open = rest.indexOf(SEPARATOR);
      tell(open === -1 ? rest : rest.subarray(0, open + 1));
    },
  };
}
