/** Which locks an input has: one beside it, or, of a repository with several units, one for each of them. */
import { dirname, join } from 'node:path';
import { groupBy } from '../kubernetes/object.js';
import { LOCK_FILE } from '../lock/lock-file.js';
import { type LockBeside, lockBeside } from '../source/lock-beside.js';
import type { KustomizationsRead, Source } from '../source/read-files.js';
import type { Unit } from '../source/unit.js';
import { unitsIn } from '../source/units.js';
import { clustersOf } from './units-asked.js';

/** One lock, and what it is of. */
export interface LockTarget {
  readonly inputs: readonly Source[];
  /** Where it is written. */
  readonly file: string;
  /** As it is now. */
  readonly before: LockBeside | undefined;
}

/** The locks of the units of a repository that ask for operators; nothing where the input is one whole. */
export function targetsIn(inputs: readonly string[], how: KustomizationsRead): readonly LockTarget[] | undefined {
  const [input = '.', ...more] = inputs;
  const found = more.length > 0 ? undefined : unitsIn(input, clustersOf(input), how);
  // Whoever has one lock at the top has one state.
  if (!found || found.reading === undefined || lockBeside([input])) return undefined;
  const ofOperators = (units: readonly Unit[]): readonly Unit[] => found.mentioning(['Subscription', 'ClusterExtension'], units);
  const wanted = ofOperators(found.units);
  const shared = groupBy(wanted, folderOfUnit);
  // One file cannot be the lock of two clusters: then their parts have their own.
  const units = wanted.flatMap((unit) =>
    unit.parts && (shared.get(folderOfUnit(unit))?.length ?? 0) > 1 ? ofOperators(unit.parts) : [unit],
  );
  const byFolder = new Map(units.map((unit) => [folderOfUnit(unit), unit]));
  return [...byFolder].flatMap(([folder, unit]): LockTarget[] => {
    const files = found.read([unit]).get(unit.name);
    if (!files) return [];
    const file = join(input, folder, LOCK_FILE);
    const near = files.near(LOCK_FILE);
    return [{ inputs: [files], file, before: near === file ? lockBeside([files]) : undefined }];
  });
}

/** The folder of a unit; of a cluster, the one that has all its parts. */
function folderOfUnit({ name, release, parts }: Unit): string {
  if (!parts) return release?.chart ?? (/\.(?:ya?ml|json)$/i.test(name) ? dirname(name) : name);
  const [first = [], ...others] = parts.map((part) => folderOfUnit(part).split('/'));
  const differs = first.findIndex((step, index) => others.some((steps) => steps[index] !== step));
  return (differs === -1 ? first : first.slice(0, differs)).join('/') || '.';
}
