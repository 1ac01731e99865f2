/**
 * A reading is total: a problem makes the smallest thing unknown that it is in, which is left out and named, and everything else is read.
 * Leaving one thing out can uncover another problem, so a reading is repeated until none stands in its way.
 */
import { groupBy } from '../../base/kubernetes/object.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { isNoPlainText } from '../../base/manifest/plain-text.js';
import { judgeable, type Problem, type SourceReference, stops } from '../../base/manifest/problem.js';

/** What a reading leaves out. */
export interface LeftOut {
  /** Files, as messages name them. */
  readonly files: ReadonlySet<string>;
  /** Objects, by `sourceKey`. */
  readonly objects: ReadonlySet<string>;
  /** Packages of catalogs: they are unknown, and not absent. */
  readonly packages: ReadonlySet<string>;
  /** Whether the lock is left out: catalogs are then unknown. */
  readonly lock: boolean;
}

/** The smallest thing that a problem makes unknown. */
export type Unknown =
  /** An object, and whether something says that it is applied. */
  | { readonly object: ParsedDocument; readonly isApplied?: boolean }
  | { readonly package: string }
  | { readonly lock: string }
  /** A file, and whether something says that it is applied. */
  | { readonly file: string; readonly isApplied?: boolean }
  /** A folder of a bundle, with its files. */
  | { readonly bundle: string; readonly files: readonly string[] }
  /** What made the problem left it out already: a kustomization that was not built, a chart that was not rendered. */
  | { readonly missing: string };

export const NOTHING_LEFT_OUT: LeftOut = { files: new Set(), objects: new Set(), packages: new Set(), lock: false };

/** Identifies an object by its place. */
export function sourceKey({ file, document, path, within }: SourceReference): string {
  return JSON.stringify([file, document, path, within?.text, within?.document, within?.path]);
}

/** Whether a reading leaves anything out. */
export function leavesAnything({ files, objects, packages, lock }: LeftOut): boolean {
  return lock || files.size + objects.size + packages.size > 0;
}

/** Documents without those that are left out, each with the package that it is of in a catalog. */
export function withoutLeftOut<Document extends ParsedDocument>(
  documents: readonly Document[],
  { objects, packages }: LeftOut,
): readonly Document[] {
  if (objects.size + packages.size === 0) return documents;
  return documents.filter(({ value, source }) => !objects.has(sourceKey(source)) && !packages.has(packageOfBlob(value) ?? ''));
}

/** The package that a document of a file-based catalog is of. */
export function packageOfBlob(value: unknown): string | undefined {
  const { schema, name, package: of } = isMapping(value) ? value : {};
  const found = schema === 'olm.package' ? name : typeof schema === 'string' && schema.startsWith('olm.') ? of : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * The file around an object that is none by itself: a document without a kind, or a template.
 *
 * @param file of the object, where it was not built
 */
export function smallest(what: Unknown, file: FileAround | undefined): Unknown {
  if (!('object' in what) || !file) return what;
  const { value } = what.object;
  const { name, isApplied } = file;
  const isObject = isMapping(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string';
  return isObject && !isNoPlainText(file.text()) ? { ...what, isApplied } : { file: name, isApplied };
}

/** A file that objects are in. */
export interface FileAround {
  readonly name: string;
  readonly isApplied: boolean;
  text(): string;
}

/** What was left out. */
export interface Unjudged {
  readonly what: Unknown;
  /** The problems that made it unknown; none for what is only unknown on the other side of a review. */
  readonly problems: readonly Problem[];
}

/**
 * Reads until nothing stands in the way.
 *
 * @param read everything but what is left out
 * @param unknownBy what a problem makes unknown; undefined for a problem of the whole input, such as a folder that does not exist
 * @param alsoUnknown what the first reading has that is unknown for another reason
 * @param isInTheWay whether a problem leaves out what it is in @default those that refuse more than themselves
 * @returns the last reading, and what it lacks
 */
export function readTotally<I extends { readonly problems: readonly Problem[] }>(
  read: (left: LeftOut) => I,
  unknownBy: (problem: Problem, input: I) => Unknown | undefined,
  alsoUnknown: (input: I) => readonly Unknown[] = () => [],
  isInTheWay: (problem: Problem, input: I) => boolean = stops,
): { readonly input: I; readonly unjudged: readonly Unjudged[] } {
  const unjudged = new Map<string, Unjudged>();
  const add = (what: Unknown, problem?: Problem): void => {
    const key = keyOf(what);
    const known = unjudged.get(key);
    unjudged.set(key, { what: known?.what ?? what, problems: [...(known?.problems ?? []), ...(problem ? [problem] : [])] });
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
    // The next reading does not have the warnings of what is left out.
    for (const problem of known < unjudged.size ? found.filter((one) => !isInTheWay(one, input)) : []) {
      const what = unknownBy(problem, input);
      if (what && unjudged.has(keyOf(what))) add(what, problem);
    }
  }
  return { input, unjudged: [...unjudged.values()] };
}

/** Whether what a problem makes unknown may be as it is, so that the problem is only a note: a template, or something that a change did not break. */
export type Tolerates = (what: Unknown, problem: Problem) => boolean;

/** The problems of what was left out: file by file, and in each as they stand there. */
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
