/** Finds locks: those that a command line names, those of a repository's units, or the one next to the input. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groupBy } from '../base/kubernetes/object.js';
import { isGitInput } from '../base/manifest/git-input.js';
import { printable } from '../base/manifest/printable.js';
import { LOCK_FILE } from '../olm/lock/lock-name.js';
import type { Locked, NamedLock } from '../olm/lock/locked-by.js';
import { lockedBy } from '../olm/lock/locked-by.js';
import { isApprovalList, lockOfList } from '../olm/lock/read-approval-list.js';
import {
  type KustomizationsRead,
  type LockBeside,
  lockBeside,
  lockOfText,
  readFiles,
  type Source,
  type Unit,
  type Units,
  unitsIn,
} from '../repository/index.js';
import { locatedProblems, printProblems } from './evaluate-input.js';
import { refuse, type Terminal } from './outcome.js';
import { clustersOf, type SettingsFlags } from './units-asked.js';

/**
 * The combined content of locks; absent if one of them cannot be used, for which the reason is printed.
 *
 * @param places lock files, or folders whose nearest lock is used
 */
export function readLocks(places: readonly string[], terminal: Terminal): Locked | undefined {
  const locks = readLockFiles(places, terminal);
  return locks && lockedBy(locks).locked;
}

/** The locks, without contradictions; absent if one of them cannot be used, for which the reason is printed. */
export function readLockFiles(places: readonly string[], terminal: Terminal): NamedLock[] | undefined {
  const locks: NamedLock[] = [];
  for (const place of places) {
    const [text] = statSync(place, { throwIfNoEntry: false })?.isFile() ? readFiles([place]).texts : [];
    const listed = text && isApprovalList(text) ? lockOfList(text) : undefined;
    if (text && listed) {
      locks.push({ file: text.file, lock: listed });
      continue;
    }
    const beside = text ? lockOfText(text) : lockBeside([place]);
    if (!beside) {
      refuse(`there is no ${LOCK_FILE} at ${place}; write it with cdk8s-olm lock`, terminal);
      return undefined;
    }
    if (!beside.lock) {
      printProblems(locatedProblems(beside), terminal);
      return undefined;
    }
    if (!locks.some(({ file }) => file === beside.text.file)) locks.push({ file: beside.text.file, lock: beside.lock });
  }
  const { conflicts } = lockedBy(locks);
  for (const { what, files } of conflicts)
    terminal.err(`error: ${printable(`${files.join(' and ')} have different entries for ${what}`)}\n`);
  return conflicts.length === 0 ? locks : undefined;
}

/** One lock, and its inputs. */
export interface LockTarget {
  /** The unit of a repository. @default the input is one whole */
  readonly unit?: string;
  readonly inputs: readonly Source[];
  /** The path of the lock. */
  readonly file: string;
  /** The present lock. */
  readonly before: LockBeside | undefined;
}

/** The locks of a repository's units with Subscriptions or ClusterExtensions; nothing if the input is a whole. */
export function targetsIn(inputs: readonly string[], how: KustomizationsRead & SettingsFlags): readonly LockTarget[] | undefined {
  const [input = '.', ...more] = inputs;
  // One lock at the top covers the whole repository.
  if (more.length > 0 || lockBeside([input])) return undefined;
  const clusters = clustersOf(how.settings ?? input);
  const found = unitsIn(input, clusters, how);
  if (found?.reading !== undefined) return targetsOf(found, input);
  // Overlays without a common base are one input, unless their locks say that they are not.
  const apart = unitsIn(input, clusters, how, 'apart');
  const own = apart ? targetsOf(apart, input) : [];
  return own.some(({ before }) => before !== undefined) ? own : undefined;
}

function targetsOf(found: Units, input: string): readonly LockTarget[] {
  const ofOperators = (units: readonly Unit[]): readonly Unit[] => found.mentioning(['Subscription', 'ClusterExtension'], units);
  const wanted = ofOperators(found.units);
  const shared = groupBy(wanted, folderOfUnit);
  // One file cannot be the lock of two clusters: their parts then have their own locks.
  const units = wanted.flatMap((unit) =>
    unit.parts && (shared.get(folderOfUnit(unit))?.length ?? 0) > 1 ? ofOperators(unit.parts) : [unit],
  );
  const byFolder = new Map(units.map((unit) => [folderOfUnit(unit), unit]));
  return [...byFolder].flatMap(([folder, unit]): LockTarget[] => {
    const files = found.read([unit]).get(unit.name);
    if (!files) return [];
    const file = inputPath(input, join(folder, LOCK_FILE));
    const near = files.near(LOCK_FILE);
    return [
      { unit: unit.name, inputs: [files], file, before: near !== undefined && inputPath(near) === file ? lockBeside([files]) : undefined },
    ];
  });
}

/** The path of a file below an input, without steps such as `.`. @param file absent if the input is a file */
function inputPath(input: string, file = ''): string {
  if (!isGitInput(input)) return join(input, file);
  const [, revision = '', folder = ''] = /^(git:[^:]*):?(.*)$/s.exec(input) ?? [];
  return `${revision}:${join(folder, file)}`;
}

/** The folder of a unit; for a cluster, the common folder of its parts. */
function folderOfUnit({ name, release, parts }: Unit): string {
  if (!parts) return release?.chart ?? (/\.(?:ya?ml|json)$/i.test(name) ? dirname(name) : name);
  const [first = [], ...others] = parts.map((part) => folderOfUnit(part).split('/'));
  const differs = first.findIndex((step, index) => others.some((steps) => steps[index] !== step));
  return (differs === -1 ? first : first.slice(0, differs)).join('/') || '.';
}
