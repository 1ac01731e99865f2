/** Inspects the files of units without parsing manifests: their identities, their cost, and the words in them. */
import { createHash } from 'node:crypto';
import { OLM_GROUPS } from '../../base/kubernetes/kinds.js';
import { compareText } from '../../base/kubernetes/object.js';
import { oncePerKey } from '../../base/manifest/once.js';
import { sortedText } from '../../base/manifest/plain-data.js';
import { LOCK_FILE } from '../../olm/lock/lock-name.js';
import { KUSTOMIZATION_NAMES } from '../kustomize/kustomization.js';
import { placesOutside } from '../kustomize/kustomization-graph.js';
import { type FileTree, oncePerPath } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import { nearest } from '../trees/tree-paths.js';
import { placeOf, type Unit } from './unit.js';

/** Queries on the files of units. */
export interface UnitContents {
  /** A hash that changes with any file, release or setting of the unit. */
  identityOf(unit: Pick<Unit, 'files' | 'release' | 'settings' | 'leftOut' | 'parts'>): string;
  /** The locks of the unit and its parts, as messages name them, each with a hash of its content. */
  locksOf(unit: Unit): readonly { readonly file: string; readonly identity: string }[];
  /** The relative cost of judging the unit. */
  costOf(unit: Unit): number;
  /** The units with one of the words in one of their files. @param isWhole see mentionsOf */
  mentioning(words: readonly string[], of: readonly Unit[], isWhole?: boolean): readonly Unit[];
}

function isKustomization(path: string): boolean {
  return (KUSTOMIZATION_NAMES as readonly string[]).includes(path.slice(path.lastIndexOf('/') + 1));
}

/** The fixed cost of a unit, in bytes read: a build and a judgement take time even for a small unit. */
const COST_OF_UNIT = 1 << 16;

/** Words in objects of OLM; and words in sources that generate such objects without naming them. */
const OF_OPERATORS: ReadonlySet<string> = new Set([...OLM_GROUPS, 'Subscription']);
const OTHER_FORMS = ['clusterGroup', 'operators-installer', 'OperatorPolicy'];

const identityAt = oncePerPath((tree, path) => tree.identityOf(path));
const sizeAt = oncePerPath((tree, path) => tree.read(path)?.length ?? 0);

export function unitContents(tree: FileTree): UnitContents {
  /** Whether files have one of some words, by path: for each unit, the same words are searched in all others. */
  const mentionedIn = oncePerKey((_words: string) => new Map<string, boolean>());
  return {
    identityOf: (unit) => {
      const { files, release, settings, leftOut = [], parts = [] } = unit;
      const hash = createHash('sha1');
      for (const path of files.filter(isKustomization)) for (const place of placesOutside(tree, path)) hash.update(`${place}\0`);
      // The release and the settings of a part can be written in a file of another cluster.
      for (const given of [release, ...parts.map((part) => part.release), settings, ...parts.map((part) => part.settings)])
        hash.update(given ? sortedText(given) : '');
      for (const [path, reason] of [leftOut, ...parts.map((part) => part.leftOut ?? [])].flat())
        hash.update(`${reason} ${path}\0${identityAt(tree, path)}\0`);
      for (const path of [...files].sort(compareText)) hash.update(`${path}\0${identityAt(tree, path)}\0`);
      return hash.digest('hex');
    },
    locksOf: (unit) => {
      const paths = (unit.parts ?? [unit]).flatMap((part) => nearest(tree, placeOf(part), LOCK_FILE) ?? []);
      return [...new Set(paths)].map((path) => ({ file: tree.nameOf(path), identity: identityAt(tree, path) }));
    },
    costOf: ({ files, parts = [] }) => {
      tree.expect?.(files);
      return files.reduce((sum, path) => sum + sizeAt(tree, path), COST_OF_UNIT * Math.max(parts.length, 1));
    },
    mentioning: (words, of, isWhole = false) => {
      const mentions = mentionsOf(words.some((word) => OF_OPERATORS.has(word)) ? [...words, ...OTHER_FORMS] : words, isWhole);
      const known = mentionedIn(`${isWhole} ${words.join()}`);
      tree.expect?.([...new Set(of.flatMap(({ files }) => files))].filter((path) => !known.has(path)));
      const isIn = (path: string): boolean => {
        const bytes = known.has(path) ? undefined : tree.read(path);
        if (!known.has(path)) known.set(path, bytes !== undefined && mentions(bytes));
        return known.get(path) === true;
      };
      return of.filter(({ files }) => files.some(isIn));
    },
  };
}
