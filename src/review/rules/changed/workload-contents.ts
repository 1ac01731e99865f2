/** The input of workloads outside of their fields: ConfigMaps, Secrets, volume claims and annotations, and which of them change. */

import { namedObjects } from '../../../base/kubernetes/containers.js';
import { fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { valueAt } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload } from '../../state/workloads.js';
import { isKnownMark } from './marks.js';

/** The content of each workload's input by its name in a sentence. */
export function contentsOf(state: State): (workload: Workload) => ReadonlyMap<string, string> {
  const { named } = objectsOf(state);
  const contentOf = (kind: string, namespace: string, name: string): string => {
    const { data, stringData, binaryData } = fieldsOf(named({ kind, namespace, name }));
    return sortedText([data, stringData, binaryData]);
  };
  return (workload) => {
    const { namespace } = accountSubject(workload);
    const contents = new Map(
      namedObjects(workload.pod.fields).map(({ kind, name }) => [`${kind} ${name}`, contentOf(kind, namespace, name)] as const),
    );
    const object = named(workload.source);
    for (const { metadata, spec } of listOf(fieldsOf(object?.spec).volumeClaimTemplates)) {
      const { resources: _, ...claim } = fieldsOf(spec);
      contents.set(`volume claim ${textOf(fieldsOf(metadata).name)}`, sortedText(claim));
    }
    const metadata = fieldsOf(valueAt(object, [...workload.pod.at.slice(0, -1), 'metadata']));
    for (const [key, value] of Object.entries(fieldsOf(metadata.annotations)))
      if (!isKnownMark(key, value, 'Pod')) contents.set(`annotation ${key}`, sortedText(value));
    return contents;
  };
}

/** The names of the input that differs. @param isUpgrade whether only objects count that both versions name */
export function changedContents(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>, isUpgrade: boolean): string[] {
  const changed = [...new Set([...is.keys(), ...was.keys()])].filter((name) => was.get(name) !== is.get(name));
  return changed.filter((name) => !isUpgrade || (/^(?:ConfigMap|Secret) /.test(name) && was.has(name) && is.has(name)));
}
