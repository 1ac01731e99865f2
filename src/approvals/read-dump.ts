/** The objects of a dump, such as `kubectl get installplans,subscriptions,csv,operatorgroups,namespaces -A -o yaml` gives. */
import { valuesOf } from '../inside/index.js';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import { parseDocuments } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { readFiles, type Source } from '../source/read-files.js';

export function readDump(inputs: readonly Source[]): {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
} {
  const { texts, problems } = readFiles(inputs);
  const parsed = texts.map((text) => parseDocuments(text));
  return {
    objects: valuesOf(parsed.flatMap(({ documents }) => documents)).filter(isNamedObject),
    problems: [...problems, ...parsed.flatMap((one) => one.problems)],
  };
}
