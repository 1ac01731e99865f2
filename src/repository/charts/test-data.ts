/** Folders of nothing but what tests of charts expect: nobody applies them, unless something names them all the same. */
import { ROWS } from '../../base/tools/kinds.js';
import type { AppliedIn } from '../applied/applied-paths.js';
import { mayApply } from '../applied/may-apply.js';
import type { FileTree } from '../trees/file-tree.js';
import { mentionsOf } from '../trees/mentions.js';
import type { Unit } from '../units/unit.js';

/** What tools for tests of charts call the manifests that they expect. */
const EXPECTED = /\.(?:expected|snap)\.ya?ml$/;

/** The groups of kinds that apply manifests from elsewhere: words of their objects, also where these are inside of others. */
const isOfDelivery = mentionsOf([...new Set(ROWS.flatMap(({ group, applies }) => (applies ? [group] : [])))]);

/** Which units are such folders. @param files all manifests of the input */
export function testDataIn(tree: FileTree, applied: AppliedIn, files: readonly string[]): (unit: Unit) => boolean {
  // What tests expect has Applications in it, too.
  const holders = new Map([...applied.holders].filter(([file]) => !EXPECTED.test(file)));
  // A file about what is applied, of whatever tool, can say the name of a folder.
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
