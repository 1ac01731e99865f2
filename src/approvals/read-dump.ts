/** The objects of a dump, such as `kubectl get installplans,subscriptions,csv,operatorgroups,namespaces -A -o yaml` gives. */
import { valuesOf } from '../inside/index.js';
import { isNamedObject, type KubernetesObject } from '../kubernetes/object.js';
import { parseDocuments, type SourceText } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { readFiles, type Source } from '../source/read-files.js';

/** What was read of a cluster. */
export interface Dump {
  readonly objects: readonly KubernetesObject[];
  readonly problems: readonly Problem[];
}

export function readDump(inputs: readonly Source[]): Dump {
  return dumpOf(readFiles(inputs));
}

export function dumpOf({ texts, problems }: { readonly texts: readonly SourceText[]; readonly problems: readonly Problem[] }): Dump {
  const parsed = texts.map((text) => parseDocuments(text));
  return {
    objects: valuesOf(parsed.flatMap(({ documents }) => documents)).filter(isNamedObject),
    problems: [...problems, ...parsed.flatMap((one) => one.problems)],
  };
}
