/** Reports copies of CSVs that somebody keeps as files. */
import { isNamedObject, type KubernetesObject, namespacedName, referenceTo } from '../../../base/kubernetes/object.js';
import { type Finding, rule, toFinding } from '../../model/finding.js';
import { isLabelledCopy } from '../../model/labelled-copy.js';

export const copiedCsvGiven = rule('copied-csv-given', 'warning', 'A file contains a copy of a CSV', {
  needsOlm: true,
  meaning:
    'OLM copies a CSV into the target namespaces of its OperatorGroup, and labels the copies. A copy runs nothing, and OLM deletes it where the CSV that it is copied from is gone. It is a note in a dump, which can be that of one namespace.',
  fix: 'Remove the copy from the files, and keep the CSV in the namespace of the operator.',
});

/** Finds copies without their CSV (removeDanglingChildCSVs of OLM's olm/operator.go). */
export function copiedCsvs(given: readonly unknown[]): Finding[] {
  const csvs = given.filter(isNamedObject).filter(({ kind }) => kind === 'ClusterServiceVersion');
  const originals = new Set(csvs.filter((csv) => !isLabelledCopy(csv)).map(keyOf));
  return csvs.filter(isLabelledCopy).flatMap((copy): Finding[] => {
    const { name, labels = {}, uid, resourceVersion } = copy.metadata;
    const from = namespacedName({ namespace: labels['olm.copiedFrom'] ?? '', name });
    if (originals.has(from)) return [];
    const isStored = uid !== undefined || resourceVersion !== undefined;
    return [
      toFinding(copiedCsvGiven, {
        severity: isStored ? 'info' : 'warning',
        subject: referenceTo(copy),
        message: `it is a copy, which runs nothing: OLM deletes it, unless the cluster has ${from}, which is not in the input`,
        fix: `remove the copy, or add ${from}, which it is copied from`,
      }),
    ];
  });
}

function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return namespacedName({ namespace, name });
}
