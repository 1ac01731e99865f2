/**
 * The JSON of manifests and configurations. Go's decoder, with which container runtimes read them, takes a field in any case and the last of
 * several, so that `Layers` behind `layers` decides there. A text that has a field in another case, or twice, is not read.
 */

const FIELDS: readonly string[] = [
  'annotations',
  'architecture',
  'artifactType',
  'config',
  'data',
  'diff_ids',
  'digest',
  'Labels',
  'layers',
  'manifests',
  'mediaType',
  'os',
  'platform',
  'rootfs',
  'schemaVersion',
  'size',
  'subject',
  'urls',
  'variant',
  'WorkingDir',
];
const SPELLING: ReadonlyMap<string, string> = new Map(FIELDS.map((field) => [folded(field), field]));
/** Their keys are anybody's. */
const MAPS: ReadonlySet<string> = new Set(['annotations', 'Labels', 'Volumes', 'ExposedPorts']);
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/** The value; nothing if it is no JSON, or can be read in two ways. */
export function imageJson(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isUnambiguous(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isUnambiguous(text: string): boolean {
  /** The fields of each object that is open; nothing for a list, and for a map. */
  const open: (Set<string> | undefined)[] = [];
  let [word, key] = ['""', ''];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(MAPS.has(key) ? undefined : new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') word = token;
    else {
      key = JSON.parse(word) as string;
      const fields = open.at(-1);
      const field = SPELLING.get(folded(key));
      if (!fields || field === undefined) continue;
      if (field !== key || fields.has(field)) return false;
      fields.add(field);
    }
  }
  return true;
}

/** As Go compares them: two letters of other scripts are s and k in it, too. */
function folded(key: string): string {
  return key.toUpperCase().toLowerCase();
}
