/**
 * Reads bundle folders on demand: `metadata/annotations.yaml` names the packages, and other files are only parsed if asked for. Keeps an
 * outline of each requested bundle, and parses all manifests of chosen bundles only.
 */
import { isDeepStrictEqual } from 'node:util';
import { compareText, groupBy } from '../../base/kubernetes/object.js';
import { parseDocuments, type SourceText } from '../../base/manifest/parse.js';
import { isError, type Leniency, type Problem, type UnlocatedProblem } from '../../base/manifest/problem.js';
import { type AskedFor, askedByBundles } from '../../olm/catalog/asked-for.js';
import type { Bundle, BundleOutline } from '../../olm/model/bundle.js';
import type { Watched } from '../../olm/model/progress.js';
import { bundleOutline } from '../../olm/read/bundle-outline.js';
import { readAnnotations } from '../../olm/read/read-bundle.js';
import { expect, type FoundFile } from '../input/found-file.js';
import { forget } from '../input/found-texts.js';
import { mentionsOf } from '../trees/mentions.js';
import type { BrokenBundle } from './broken-bundles.js';
import type { BundleFolder } from './bundle-folders.js';
import { readBundleFolder } from './read-bundle-folder.js';

/** The number of read bundles in a library. */
export interface BundlesRead {
  readonly read: number;
  readonly all: number;
}

/** Bundle folders that are read on demand. */
export interface BundleLibrary {
  /**
   * The outlines of all reachable packages, in the order of their folders: the requested ones, the ones that these may need, and so
   * on. Always includes bundles that name no package.
   */
  outlines(wanted: AskedFor): readonly BundleOutline[];
  /** All bundles, with all their manifests. */
  everything(): readonly Bundle[];
  /** The bundle with this name, with all its manifests. Searches all folders. */
  manifestsOf(name: string): Bundle | undefined;
  /** The names of all packages. */
  readonly packages: readonly string[];
  bundlesRead(): BundlesRead;
  /** The problems of the parts that were read so far. */
  readonly unlocated: readonly UnlocatedProblem[];
  /** The folders with an error, among those read so far. */
  broken(): readonly BrokenBundle[];
}

interface Member {
  readonly folder: BundleFolder<FoundFile>;
  readonly packageName?: string;
  outline?: BundleOutline;
  isRead: boolean;
  isWholeRead?: true;
  broken?: BrokenBundle;
  whole?: Bundle;
  /** Files that can contain the bundle's CSV. */
  csvFiles?: readonly FoundFile[];
}

/** The templates of a package are read once for all of its versions. */
const TEMPLATE_TEXTS = new WeakMap<FoundFile, SourceText>();
const MENTIONS_CSV = mentionsOf(['ClusterServiceVersion']);

/**
 * @param problems receives the parse errors
 */
export function bundleLibrary(
  folders: readonly BundleFolder<FoundFile>[],
  problems: Problem[],
  { progress, ...leniency }: Leniency & Watched = {},
): BundleLibrary {
  expect(folders.flatMap(({ annotations }) => annotations ?? []));
  const members = folders.map((folder): Member => ({ folder, packageName: packageNameOf(folder), isRead: false }));
  return new ReadBundles(members, problems, leniency, progress);
}

/** A library of bundles that reads them when they are asked for. */
class ReadBundles implements BundleLibrary {
  readonly unlocated: UnlocatedProblem[] = [];
  readonly packages: readonly string[];
  private readonly byPackage: ReadonlyMap<string | undefined, readonly Member[]>;
  /** How many bundles were read. */
  private count = 0;

  /** @param problems receives what cannot be parsed */
  constructor(
    private readonly members: readonly Member[],
    private readonly problems: Problem[],
    private readonly leniency: Leniency,
    private readonly progress: Watched['progress'],
  ) {
    this.byPackage = groupBy(members, ({ packageName }) => packageName);
    this.packages = [...this.byPackage.keys()].filter((name) => name !== undefined).sort(compareText);
  }

  outlines(wanted: AskedFor): readonly BundleOutline[] {
    const looked = new Set<string>();
    this.readAll(this.byPackage.get(undefined) ?? []);
    for (let asked: AskedFor | undefined = wanted; asked; ) {
      const { packages, bundles, words, anything } = asked;
      const found = this.readAll(anything ? this.members : [...packages].flatMap((name) => this.byPackage.get(name) ?? []));
      const known = new Set(this.members.flatMap(({ outline }) => outline?.name ?? []));
      const wanted = [...words, ...[...bundles].filter((name) => !known.has(name))].filter((word) => !looked.has(word));
      for (const word of wanted) looked.add(word);
      if (wanted.length > 0) found.push(...this.readAll(this.mentioning(wanted)));
      asked = found.length > 0 ? askedByBundles(found) : undefined;
    }
    return this.members.flatMap(({ outline }) => outline ?? []);
  }

  everything(): readonly Bundle[] {
    return this.members.flatMap((member) => this.wholeOf(member) ?? []);
  }

  manifestsOf(name: string): Bundle | undefined {
    const find = (): Member | undefined => this.members.find(({ outline }) => outline?.name === name);
    if (!find()) this.readAll(this.mentioning([name]));
    const member = find();
    return member && this.wholeOf(member);
  }

  bundlesRead(): BundlesRead {
    return { read: this.count, all: this.members.length };
  }

  broken(): readonly BrokenBundle[] {
    return this.members.flatMap(({ broken }) => broken ?? []);
  }

  private readAll(some: readonly Member[]): BundleOutline[] {
    const unread = groupBy(
      some.filter(({ isRead }) => !isRead),
      ({ packageName }) => packageName,
    );
    return [...unread.values()].flatMap((members) =>
      whileFetched(
        members.flatMap(({ folder }) => filesOf(folder)),
        () => members.flatMap((member) => this.readOne(member) ?? []),
      ),
    );
  }

  private readOne(member: Member): BundleOutline | undefined {
    const { outline, broken, ...read } = readOutline(member, this.leniency);
    this.note(read);
    Object.assign(member, { isRead: true, outline, broken });
    this.count += 1;
    this.progress?.({ doing: 'reading-bundles', done: this.count, all: this.members.length });
    return outline;
  }

  private wholeOf(member: Member): Bundle | undefined {
    if (member.isWholeRead) return member.whole;
    const { bundle, broken, ...read } = whileFetched(filesOf(member.folder), () => readParts(member.folder, this.leniency));
    this.note(read);
    // Keeps the place in the graph of a bundle that was valid until all of it was read.
    if (broken) member.broken = { ...broken, ...(member.outline ? { name: member.outline.name } : {}) };
    this.count += member.isRead ? 0 : 1;
    Object.assign(member, { isRead: true, isWholeRead: true, whole: bundle, outline: member.outline ?? bundle });
    return bundle;
  }

  /** A bundle that is read in parts reports each problem only once. */
  private note(read: Complaints): void {
    for (const problem of read.problems) if (!isKnown(problem, this.problems)) this.problems.push(problem);
    for (const problem of read.unlocated) if (!isKnown(problem, this.unlocated)) this.unlocated.push(problem);
  }

  /** The unread packages of which a bundle can hold one of the words. */
  private mentioning(words: Iterable<string>): Member[] {
    const mentions = mentionsOf(words);
    return [...this.byPackage.values()].flatMap((some) => {
      const unread = some.filter(({ isRead }) => !isRead);
      const files = unread.flatMap(({ folder, csvFiles = folder.manifests }) => csvFiles);
      return whileFetched(files, () => unread.some((member) => canMention(member, mentions))) ? some : [];
    });
  }
}

/** The package's name; nothing if the annotations are absent, bad, or name none: reading the bundle then reports that. */
export function packageNameOf({ annotations }: BundleFolder<FoundFile>): string | undefined {
  const read = annotations?.text();
  if (!annotations || !read || 'problem' in read) return undefined;
  const { documents, problems } = parseDocuments({ file: annotations.file, text: read.text });
  const [first] = documents;
  return first && problems.length === 0 ? readAnnotations(first).value?.packageName : undefined;
}

function filesOf({ manifests, templates, ...single }: BundleFolder<FoundFile>): FoundFile[] {
  const { annotations, dependencies, properties, settings, release } = single;
  return [...manifests, ...templates, annotations, dependencies, properties, settings, release].filter((file) => file !== undefined);
}

/** Runs a function while the contents of its files are fetched. */
function whileFetched<T>(files: readonly FoundFile[], work: () => T): T {
  expect(files);
  const result = work();
  forget(files);
  return result;
}

function canMention(member: Member, mentions: (bytes: Uint8Array) => boolean): boolean {
  // Skips unreadable files; reading the bundle reports the problem.
  const contents = (member.csvFiles ?? member.folder.manifests).flatMap((file) => {
    const bytes = file.bytes();
    return bytes && (member.csvFiles || MENTIONS_CSV(bytes)) ? [{ file, bytes }] : [];
  });
  member.csvFiles ??= contents.map(({ file }) => file);
  return contents.some(({ bytes }) => mentions(bytes));
}

interface Complaints {
  readonly problems: readonly Problem[];
  readonly unlocated: readonly UnlocatedProblem[];
  readonly broken?: BrokenBundle;
}

/** Reads the files with the CSV. If they make no bundle, reads all files, so that all problems are reported. */
function readOutline({ folder }: Member, leniency: Leniency): Complaints & { readonly outline?: BundleOutline } {
  const manifests = folder.manifests.filter((file) => {
    const bytes = file.bytes();
    return !bytes || MENTIONS_CSV(bytes);
  });
  const part = readParts({ ...folder, manifests }, leniency);
  const { bundle, ...read } = part.bundle || part.problems.some(isError) ? part : readParts(folder, leniency);
  return { ...read, ...(bundle ? { outline: bundleOutline(bundle) } : {}) };
}

function readParts(folder: BundleFolder<FoundFile>, leniency: Leniency): Complaints & { readonly bundle?: Bundle } {
  const problems: Problem[] = [];
  const read = readBundleFolder(textsOf(folder, problems), leniency);
  const isComplete = problems.length === 0;
  return {
    ...(read.bundle && isComplete ? { bundle: read.bundle } : {}),
    problems: [...problems, ...read.problems],
    unlocated: read.unlocated,
    ...(read.broken ? { broken: read.broken } : isComplete ? {} : { broken: { folder: folder.folder } }),
  };
}

function textsOf(folder: BundleFolder<FoundFile>, problems: Problem[]): BundleFolder {
  const textOf = (file: FoundFile | undefined): SourceText | undefined => {
    const read = file?.text();
    if (!file || !read) return undefined;
    if ('text' in read) return { file: file.file, text: read.text };
    problems.push(read.problem);
    return undefined;
  };
  return {
    folder: folder.folder,
    manifests: folder.manifests.flatMap((file) => textOf(file) ?? []),
    annotations: textOf(folder.annotations),
    dependencies: textOf(folder.dependencies),
    properties: textOf(folder.properties),
    settings: textOf(folder.settings),
    release: textOf(folder.release),
    templates: folder.templates.flatMap((file) => {
      const text = TEMPLATE_TEXTS.get(file) ?? textOf(file);
      if (text) TEMPLATE_TEXTS.set(file, text);
      return text ?? [];
    }),
  };
}

function isKnown<T>(problem: T, problems: readonly T[]): boolean {
  return problems.some((known) => isDeepStrictEqual(known, problem));
}
