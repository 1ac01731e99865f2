/**
 * Reads an input in spite of its problems. A problem makes the smallest part around it unknown: this part is left out and reported, and
 * all other parts are read. A reading without the part can show another problem, so the reading is repeated until no problem stops it.
 */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isNoPlainText } from '../../base/manifest/plain-text.js';
import { type Problem, type SourceReference, stops } from '../../base/manifest/problem.js';
import { judgeable } from '../../base/manifest/problem-reach.js';

/** The parts that a reading leaves out. */
export interface LeftOut {
  /** Files, by their names in messages. */
  readonly files: ReadonlySet<string>;
  /** Objects, by `sourceKey`. */
  readonly objects: ReadonlySet<string>;
  /** Packages of catalogs: they are unknown, not absent. */
  readonly packages: ReadonlySet<string>;
  /** Whether the lock is left out. The catalogs are then unknown. */
  readonly lock: boolean;
}

/** The smallest part that a problem makes unknown. */
export type Unknown =
  /** An object, and whether it is known to be applied. */
  | { readonly object: ParsedDocument; readonly isApplied?: boolean }
  | { readonly package: string }
  | { readonly lock: string }
  /** A file, whether it is known to be applied, and whether its text is that of a manifest. */
  | { readonly file: string; readonly isApplied?: boolean; readonly isManifest?: boolean }
  /** A bundle folder, with its files. */
  | { readonly bundle: string; readonly files: readonly string[] }
  /** A part that is already missing: a kustomization that was not built, a chart that was not rendered. */
  | { readonly missing: string };

export const NOTHING_LEFT_OUT: LeftOut = { files: new Set(), objects: new Set(), packages: new Set(), lock: false };

/** Identifies an object by its place. */
export function sourceKey({ file, document, path, within }: SourceReference): string {
  return JSON.stringify([file, document, path, within?.text, within?.document, within?.path]);
}

/** Whether a reading leaves out any part. */
export function leavesOutAnything({ files, objects, packages, lock }: LeftOut): boolean {
  return lock || files.size + objects.size + packages.size > 0;
}

/** The documents without the left-out objects, and without the blobs of left-out packages. */
export function withoutLeftOut<Document extends ParsedDocument>(
  documents: readonly Document[],
  { objects, packages }: LeftOut,
): readonly Document[] {
  if (objects.size + packages.size === 0) return documents;
  return documents.filter(({ value, source }) => !objects.has(sourceKey(source)) && !packages.has(packageOfBlob(value) ?? ''));
}

/** The package that a blob of a file-based catalog belongs to. */
export function packageOfBlob(value: unknown): string | undefined {
  const { schema, name, package: of } = isMapping(value) ? value : {};
  const found = schema === 'olm.package' ? name : typeof schema === 'string' && schema.startsWith('olm.') ? of : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Widens an unknown object to its file, if the document is no object (it has no kind), or if the file is a template or encrypted.
 *
 * @param file the file around the object; without it, the object is not widened
 */
export function objectOrFile(what: Unknown, file: FileAround | undefined): Unknown {
  if (!('object' in what) || !file) return what;
  const { value } = what.object;
  const { isApplied } = file;
  const isObject = isMapping(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string';
  return isObject && !file.isNoPlainText() ? { ...what, isApplied } : wholeFile(file);
}

/** Makes an unknown part of a whole file. */
export function wholeFile({ name, isApplied, isManifest }: FileAround): Unknown {
  return { file: name, isApplied, ...(isManifest() ? { isManifest: true } : {}) };
}

/** A file with objects. */
export interface FileAround {
  readonly name: string;
  readonly isApplied: boolean;
  /** Whether the text of the file is a template, or encrypted. Each problem of the file needs the answer. */
  isNoPlainText(): boolean;
  /** Whether the text of the file is that of an object, and no template. */
  isManifest(): boolean;
}

/** A key that every object has, and few other files have: in any style of YAML, also after an anchor or a tag. */
const API_VERSION = /(?:^|[^\w.$])["']?apiVersion["']?\s*:|^[^\S\r\n]*\?\s*["']?apiVersion/m;
const KIND = /^[ \t]*(?:-[ \t]+|[{&!?][^\n]*?)?["']?kind["']?\s*:/m;
const PARTS = /^[ \t]*["']?(?:metadata|spec|data|rules|subjects|roleRef)["']?\s*:/m;

/** Placeholders of templates: no plain value of YAML begins with `@` or `%`. */
const FILLED_IN = /(?:^|\s)(?:@\w+@|%\w+%)/;
const QUOTED = /"(?:[^"\\\n]|\\.){0,5000}"|'[^'\n]*'/g;

/** Folders of tests: a broken file in these folders can be intended. */
const OF_TEST_DATA = /(?:^|\/)(?:testdata|fixtures)\//;

/** Whether a text looks like an object: no template, not encrypted, no test data; it can be broken YAML. @param name the path of the file */
export function isManifestText(bytes: string, name: string): boolean {
  const text = bytes.replace(/\0/g, '');
  if (OF_TEST_DATA.test(name)) return false;
  const isObject = API_VERSION.test(text) || (KIND.test(text) && PARTS.test(text));
  return isObject && !FILLED_IN.test(text) && !isNoPlainText(text.replace(QUOTED, ''));
}

/** A part that was left out, and the reason. */
export interface Unjudged {
  readonly what: Unknown;
  /** The problems that made the part unknown; empty for a part that is only unknown on the other side of a review. */
  readonly problems: readonly Problem[];
}

/**
 * Reads until no problem stops the reading.
 *
 * @param read reads everything except the left-out parts
 * @param unknownBy returns the part that a problem makes unknown; undefined for a problem of the whole input, such as a missing folder
 * @param alsoUnknown returns the parts of the first reading that are unknown for another reason
 * @param isInTheWay whether a problem makes its part unknown @default `stops`
 * @returns the last reading, and the parts that were left out
 */
export function readTotally<I extends { readonly problems: readonly Problem[] }>(
  read: (left: LeftOut) => I,
  unknownBy: (problem: Problem, input: I) => Unknown | undefined,
  alsoUnknown: (input: I) => readonly Unknown[] = () => [],
  isInTheWay: (problem: Problem, input: I) => boolean = stops,
): { readonly input: I; readonly unjudged: readonly Unjudged[] } {
  const unjudged = new Map<string, { readonly what: Unknown; readonly problems: Problem[] }>();
  const add = (what: Unknown, problem?: Problem): void => {
    const key = keyOf(what);
    const known = unjudged.get(key) ?? { what, problems: [] };
    if (problem) known.problems.push(problem);
    unjudged.set(key, known);
  };
  let input = read(NOTHING_LEFT_OUT);
  for (const what of alsoUnknown(input)) add(what);
  for (let known = -1; known < unjudged.size; ) {
    if (known >= 0 || unjudged.size > 0) input = read(leftOutOf([...unjudged.values()]));
    known = unjudged.size;
    const found = judgeable(input.problems);
    for (const problem of found.filter((one) => isInTheWay(one, input))) {
      const what = unknownBy(problem, input);
      if (what) add(what, problem);
    }
    // The next reading does not find the warnings of left-out parts, so they are kept here.
    for (const problem of known < unjudged.size ? found.filter((one) => !isInTheWay(one, input)) : []) {
      const what = unknownBy(problem, input);
      if (what && unjudged.has(keyOf(what))) add(what, problem);
    }
  }
  return { input, unjudged: [...unjudged.values()] };
}

/** Whether a problem is only a note, because its part may stay unknown: a template, or a part that the change did not break. */
export type Tolerates = (what: Unknown, problem: Problem) => boolean;

/** The problems of left-out parts, by file, and in each file by line and column. */
export function problemsOfLeftOut(unjudged: readonly Unjudged[], tolerates: Tolerates): Problem[] {
  const all = unjudged.flatMap(({ what, problems }) =>
    problems.map((problem) => ({ ...problem, isAside: true as const, ...(tolerates(what, problem) ? { tolerated: true as const } : {}) })),
  );
  return [...groupBy(all, ({ file }) => file).values()].flatMap((ofFile) =>
    ofFile.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)),
  );
}

function keyOf(what: Unknown): string {
  if ('object' in what) return `object ${sourceKey(what.object.source)}`;
  if ('file' in what) return `file ${what.file}`;
  if ('bundle' in what) return `bundle ${what.bundle}`;
  return JSON.stringify(what);
}

function leftOutOf(unjudged: readonly Unjudged[]): LeftOut {
  const found = (pick: (what: Unknown) => string | readonly string[] | undefined): Set<string> =>
    new Set(unjudged.flatMap(({ what }) => pick(what) ?? []));
  return {
    files: found((what) => ('file' in what ? what.file : 'missing' in what ? what.missing : 'bundle' in what ? what.files : undefined)),
    objects: found((what) => ('object' in what ? sourceKey(what.object.source) : undefined)),
    packages: found((what) => ('package' in what ? what.package : undefined)),
    lock: unjudged.some(({ what }) => 'lock' in what),
  };
}
