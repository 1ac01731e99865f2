/** Compares manifests by meaning: objects added and removed, and fields changed, independent of files and their text. */
import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../base/kubernetes/object.js';
import { paired } from '../../base/kubernetes/paired.js';
import { type FieldChange, fieldChanges } from '../../base/manifest/field-changes.js';
import { formatFieldPath } from '../../base/manifest/field-path.js';
import { jsonText } from '../../base/manifest/format.js';

export interface ManifestComparison {
  readonly added: readonly ObjectReference[];
  readonly removed: readonly ObjectReference[];
  readonly changed: readonly { readonly object: ObjectReference; readonly fields: readonly FieldChange[] }[];
}

/** Compares two sets of objects, by group, kind, namespace and name. */
export function compareManifests(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): ManifestComparison {
  const differing = paired(byIdentity(before), byIdentity(after))
    .map(({ before: old, after: current }) => ({ old, current, fields: old && current ? fieldChanges(old, current) : [] }))
    .filter(({ old, current, fields }) => !old || !current || fields.length > 0)
    .map(({ old, current, fields }) => ({ old, current, fields, object: referenceTo((current ?? old) as KubernetesObject) }))
    .sort((a, b) => compareText(formatReference(a.object), formatReference(b.object)));
  return {
    added: differing.filter(({ old }) => !old).map(({ object }) => object),
    removed: differing.filter(({ current }) => !current).map(({ object }) => object),
    changed: differing.filter(({ fields }) => fields.length > 0).map(({ object, fields }) => ({ object, fields })),
  };
}

/** Whether nothing differs. */
export function isSame({ added, removed, changed }: ManifestComparison): boolean {
  return added.length + removed.length + changed.length === 0;
}

const LONGEST = 80;

/** The comparison for people, one line per object or field; empty if nothing differs. */
export function comparisonText({ added, removed, changed }: ManifestComparison): string {
  const shown = (value: unknown): string => {
    const text = value === undefined ? 'nothing' : jsonText(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  };
  const lines = [
    ...added.map((object) => `+ ${formatReference(object)}`),
    ...removed.map((object) => `- ${formatReference(object)}`),
    ...changed.flatMap(({ object, fields }) => [
      `~ ${formatReference(object)}`,
      ...fields.map(({ path, from, to }) => `    ${formatFieldPath(path)}: ${shown(from)} → ${shown(to)}`),
    ]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function byIdentity(objects: readonly KubernetesObject[]): Map<string, KubernetesObject> {
  return new Map(objects.map((object) => [`${object.apiVersion} ${formatReference(referenceTo(object))}`, object]));
}
