/** What would change in a rendered folder: objects added and removed, and fields changed, whatever the files and their text. */
import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../kubernetes/object.js';
import { type FieldChange, fieldChanges, formatFieldPath } from '../manifest/field-path.js';
import { jsonText } from '../manifest/format.js';

export interface ManifestComparison {
  readonly added: readonly ObjectReference[];
  readonly removed: readonly ObjectReference[];
  readonly changed: readonly { readonly object: ObjectReference; readonly fields: readonly FieldChange[] }[];
}

/** Compares two sets of objects, by group, kind, namespace and name. */
export function compareManifests(before: readonly KubernetesObject[], after: readonly KubernetesObject[]): ManifestComparison {
  const [old, current] = [byIdentity(before), byIdentity(after)];
  const both = [...current].flatMap(([key, object]) => {
    const earlier = old.get(key);
    const fields = earlier === undefined ? [] : fieldChanges(earlier, object);
    return fields.length === 0 ? [] : [{ object: referenceTo(object), fields }];
  });
  return {
    added: missingIn(old, current),
    removed: missingIn(current, old),
    changed: both.sort((a, b) => compareText(formatReference(a.object), formatReference(b.object))),
  };
}

/** Whether nothing differs. */
export function isSame({ added, removed, changed }: ManifestComparison): boolean {
  return added.length + removed.length + changed.length === 0;
}

const LONGEST = 80;

/** The comparison for people, a line an object or field; empty when nothing differs. */
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

function missingIn(some: ReadonlyMap<string, KubernetesObject>, others: ReadonlyMap<string, KubernetesObject>): ObjectReference[] {
  return [...others]
    .filter(([key]) => !some.has(key))
    .map(([, object]) => referenceTo(object))
    .sort((a, b) => compareText(formatReference(a), formatReference(b)));
}
