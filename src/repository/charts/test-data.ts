/** Finds folders that only contain expected outputs of chart tests: they are not applied, unless a file names them. */
import { ROWS } from '../../base/tools/kinds.js';
import type { AppliedIn } from '../applied/applied-paths.js';
import { mayApply } from '../applied/may-apply.js';
import type { FileTree } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import type { Unit } from '../units/unit.js';

/** The file names of expected manifests in tools for chart tests. */
const EXPECTED = /\.(?:expected|snap)\.ya?ml$/;

/** Tests for the API groups of kinds that apply manifests from elsewhere, even if such objects are nested in others. */
const isOfDelivery = mentionsOf([...new Set(ROWS.flatMap(({ group, applies }) => (applies ? [group] : [])))]);

/** Tests whether a unit is such a folder. @param files all manifests of the input */
export function testDataIn(tree: FileTree, applied: AppliedIn, files: readonly string[]): (unit: Unit) => boolean {
  // Expected outputs can contain Applications, too.
  const holders = new Map([...applied.holders].filter(([file]) => !EXPECTED.test(file)));
  // Any delivery tool's file can contain the name of the folder.
  const isNamed = (unit: Unit): boolean => {
    const says = mentionsOf([unit.name.slice(unit.name.lastIndexOf('/') + 1)], true);
    return files.some((file) => {
      const bytes = unit.files.includes(file) ? undefined : tree.read(file);
      return bytes !== undefined && isOfDelivery(bytes) && says(bytes);
    });
  };
  return (unit) =>
    unit.kind === 'folder' &&
    unit.files.every((file) => EXPECTED.test(file)) &&
    !mayApply(tree, { ...applied, holders }, unit.name) &&
    !isNamed(unit);
}
