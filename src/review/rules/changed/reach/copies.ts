/** Reports changes of copied CSVs: their number for each group, and their size in the cluster's store. */
import { groupBy } from '../../../../base/kubernetes/object.js';
import { groupReference, rule } from '../../../../olm/model/finding.js';
import type { CopiedCsv } from '../../../state/state.js';
import { type FindChanges, type FoundChange, ofStates } from '../change.js';

export const COPIES_CHANGED = rule('copies-changed', 'info', 'OLM makes more or fewer copies of CSVs', {
  isRoutine: true,
  meaning: "The number of copies of CSVs in a group's target namespaces changes. Each copy takes space in the cluster's store.",
  fix: 'Nothing. If there are many copies, OLMConfig can switch off those of operators for all namespaces.',
});

/** One change for each group; none if the copies of a state are not known. */
const find: FindChanges = (base, head) => {
  if (!base.copiedCsvs || !head.copiedCsvs) return [];
  const [was, is] = [byHome(base.copiedCsvs), byHome(head.copiedCsvs)];
  const newNamespaces = head.cluster.namespaces.length - base.cluster.namespaces.length;
  const groups = [...head.resolution.groups, ...base.resolution.groups];
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((namespace): FoundChange[] => {
    const group = groups.find((candidate) => candidate.group.namespace === namespace)?.group;
    const [before, after] = [copiesText(was.get(namespace)), copiesText(is.get(namespace))];
    if (!group || before === after || isOnlyBy(newNamespaces, was.get(namespace), is.get(namespace))) return [];
    const subject = groupReference(group);
    const place = head.placeOf(subject, ['spec']) ?? base.placeOf(subject, ['spec']);
    const message = `the copied CSVs change from ${before} to ${after}`;
    return [{ rule: COPIES_CHANGED, subject, message, before, after, severity: 'info', place }];
  });
};

export const copies = ofStates([COPIES_CHANGED], find);

/** Every new namespace gets a copy of every global CSV: that is not a change of one group. */
function isOnlyBy(newNamespaces: number, was: readonly CopiedCsv[] = [], is: readonly CopiedCsv[] = []): boolean {
  const count = (all: readonly CopiedCsv[]): number => all.reduce((sum, item) => sum + item.copies, 0);
  return newNamespaces !== 0 && was.length === is.length && count(is) - count(was) === newNamespaces * is.length;
}

function byHome(copied: readonly CopiedCsv[]): Map<string | undefined, CopiedCsv[]> {
  return groupBy(copied, ({ csv }) => csv.namespace);
}

/** Such as `400 copies (9.2 MB)`; rounded, so that a changed word in a CSV is no change. */
function copiesText(copied: readonly CopiedCsv[] = []): string {
  const number = copied.reduce((sum, item) => sum + item.copies, 0);
  const bytes = copied.reduce((sum, item) => sum + item.copies * item.bytes, 0);
  if (number === 0) return 'none';
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${number} ${number === 1 ? 'copy' : 'copies'} (${size})`;
}
