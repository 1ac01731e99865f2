/** Finds the versions that a change touches in a catalog maintainer's folder of uninstalled bundles, and each one's predecessor. */

import { isNamedObject } from '../../base/kubernetes/object.js';
import { STANDARD_INPUT } from '../../base/manifest/input-name.js';
import { folderPackages } from '../../olm/catalog/folder-packages.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import { isOlder } from '../../olm/model/csv-version.js';
import type { FoundFile } from '../input/found-file.js';
import { documentsIn } from '../input/found-texts.js';
import { walkManifests } from '../input/manifest-walk.js';
import { treeOf } from '../input/open-input.js';
import { findEverything, type GivenFiles } from '../input/read-files.js';
import { type BundleFolder, bundleFolders, isAnnotations } from './bundle-folders.js';
import { bundleLibrary, packageNameOf } from './bundle-library.js';
import { isOldCsv, oldBundles } from './old-bundles.js';

/** A version and the version to compare it with, each as an input; the first version of a package has no predecessor. */
export interface VersionPair {
  /** The path of the bundle's folder in the input. */
  readonly name: string;
  readonly base?: string | GivenFiles;
  readonly head?: string | GivenFiles;
}

/** The effect of a change on a folder of bundles. */
export interface BundleVersions {
  /** The number of bundles on either side. */
  readonly all: number;
  readonly touched: readonly VersionPair[];
  /** The files outside of the bundles, if the change touches them. */
  readonly rest?: readonly [base: GivenFiles, head: GivenFiles];
}

/** The versions of two inputs with several bundles and no object that installs an operator. */
export function bundleVersions(base: string, head: string): BundleVersions | undefined {
  if ([base, head].includes(STANDARD_INPUT)) return undefined;
  // The names of files rule out most inputs, without reading them.
  if ([base, head].flatMap(namesOf).filter((file) => isAnnotations(file) || isOldCsv(file)).length < 2) return undefined;
  const [before, after] = [sideOf(base), sideOf(head)];
  const names = [...new Set([...before.bundles.keys(), ...after.bundles.keys()])].sort();
  if (names.length < 2 || names.includes('.') || [before, after].some(({ rest }) => rest.files.some(installs))) return undefined;
  const predecessorOf = predecessors(before, after);
  const touched = names
    .filter((name) => before.identityOf(name) !== after.identityOf(name))
    .map((name): VersionPair => {
      const [own, now] = [before.bundles.get(name), after.bundles.get(name)];
      const was = own ?? (now && predecessorOf(now));
      return { name, ...(was ? { base: inputOf(was) } : {}), ...(now ? { head: inputOf(now) } : {}) };
    });
  const isSame = before.identityOf(REST) === after.identityOf(REST);
  return { all: names.length, touched, ...(isSame ? {} : { rest: [before.rest, after.rest] as const }) };
}

/** The names of the files of an input. */
function namesOf(input: string): readonly string[] {
  try {
    const tree = treeOf(input);
    if (!tree) return [input];
    const { files, written, ignored } = walkManifests(tree);
    return [...files, ...written, ...ignored].map(tree.nameOf);
  } catch {
    // Reading the input reports the error.
    return [];
  }
}

/** The folder of a bundle as an input; one in the old format by its files. */
function inputOf({ folder, manifests, annotations }: BundleFolder<FoundFile>): string | GivenFiles {
  const isOld = annotations !== undefined && annotations.within === undefined;
  return isOld ? { name: folder, files: [...manifests, annotations], near: () => undefined } : folder;
}

/** The key of files outside of bundles. */
const REST = '';

interface SideFound {
  readonly bundles: ReadonlyMap<string, BundleFolder<FoundFile>>;
  identityOf(name: string): string;
  readonly rest: GivenFiles;
}

function sideOf(input: string): SideFound {
  const { files, written, ignored, unread } = findEverything([input]);
  const all = [...files, ...written, ...ignored];
  const { folders, others, passedOver } = bundleFolders(all);
  const bundles = new Map([...folders, ...oldBundles(others)].map((folder) => [nameOf(folder), folder]));
  const inBundle = (path: string): string | undefined => {
    const steps = path.split('/');
    return steps.map((_, index) => steps.slice(0, index).join('/')).find((folder) => bundles.has(folder));
  };
  const content = new Map<string, string[]>();
  const add = (path: string, identity: string): void => {
    const name = inBundle(path) ?? REST;
    content.set(name, [...(content.get(name) ?? []), `${path}\0${identity}`]);
  };
  for (const { within } of all) if (within) add(within.path, within.tree.identityOf(within.path));
  for (const { path, content: identity } of unread) add(path, identity);
  const settings = new Set(passedOver.map(({ text }) => text));
  return {
    bundles,
    identityOf: (name) => (content.get(name) ?? []).sort().join('\0'),
    rest: {
      name: input,
      files: all.filter((found) => inBundle(found.within?.path ?? '') === undefined && (!settings.has(found) || hasObject(found))),
      unread: unread.filter(({ path }) => inBundle(path) === undefined),
      near: () => undefined,
    },
  };
}

/** The path of the bundle's folder in the input. */
function nameOf({ annotations, manifests: [first], folder }: BundleFolder<FoundFile>): string {
  const own = annotations?.within?.path.split('/').slice(0, -2) ?? first?.within?.path.split('/').slice(0, -1);
  const path = own?.join('/') ?? folder;
  return path === '' ? '.' : path;
}

/** Whether a file has an object. The settings of a catalog's tools have none. */
function hasObject(found: FoundFile): boolean {
  return documentsIn(found).some(({ value }) => isNamedObject(value));
}

const INSTALLING: ReadonlySet<string> = new Set(['Subscription', 'ClusterServiceVersion', 'ClusterExtension', 'OperatorGroup']);

function installs(found: FoundFile): boolean {
  return documentsIn(found).some(({ value }) => isNamedObject(value) && INSTALLING.has(value.kind));
}

/** Finds the bundle that a new one replaces in a channel, or otherwise the previous version, in either state. */
function predecessors(before: SideFound, after: SideFound): (folder: BundleFolder<FoundFile>) => BundleFolder<FoundFile> | undefined {
  const all = [...new Map([...after.bundles, ...before.bundles]).values()].map((folder) => ({
    folder,
    packageName: packageNameOf(folder),
  }));
  const byFolder = new Map(all.map(({ folder }) => [folder.folder, folder]));
  const known = new Map<string | undefined, ReadonlyMap<string, BundleOutline>>();
  const outlinesOf = (packageName: string | undefined): ReadonlyMap<string, BundleOutline> => {
    const members = all.filter((one) => one.packageName === packageName).map(({ folder }) => folder);
    const found =
      known.get(packageName) ??
      new Map(
        members.flatMap((folder) => {
          const asked = { packages: new Set([packageName ?? '']), bundles: new Set<string>(), words: new Set<string>(), anything: true };
          const [outline] = bundleLibrary([folder], [], { lenient: true }).outlines(asked);
          return outline ? [[folder.folder, outline] as const] : [];
        }),
      );
    known.set(packageName, found);
    return found;
  };
  return (folder) => {
    const outlines = outlinesOf(packageNameOf(folder));
    const own = outlines.get(folder.folder);
    if (!own) return undefined;
    const others = [...outlines].filter(([, { name }]) => name !== own.name);
    const channels = folderPackages([...outlines.values()]).flatMap((one) => one.channels);
    const inOwn = channels.filter(({ entries }) => entries.some(({ name }) => name === own.name));
    const replaced = inOwn.flatMap(({ entries }) => entries.find(({ name }) => name === own.name)?.replaces ?? []);
    const near = new Set(inOwn.flatMap(({ entries }) => entries.map(({ name }) => name)));
    const older = others
      .filter(([, one]) => compareVersions(one, own) < 0)
      .sort(([, a], [, b]) => Number(near.has(b.name)) - Number(near.has(a.name)) || compareVersions(b, a));
    const [found] = others.find(([, { name }]) => replaced.includes(name)) ?? older[0] ?? [];
    return found === undefined ? undefined : byFolder.get(found);
  };
}

/** Negative if the first is older. */
function compareVersions(one: BundleOutline, other: BundleOutline): number {
  return Number(isOlder(other, one)) - Number(isOlder(one, other));
}
