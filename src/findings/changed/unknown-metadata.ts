/** Annotations, and labels of Namespaces, of which the review does not know what acts on them. */

import { compareText, groupBy, type KubernetesObject } from '../../kubernetes/object.js';
import { fieldsOf, podSpecOf } from '../../kubernetes/pod-spec.js';
import { type FieldPath, valueAt } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import { objectsOf } from '../../state/objects.js';
import { riskRule } from '../risk-rule.js';
import { isSettingKey } from './cluster-setting.js';
import { isKnownMark } from './marks.js';
import { ownObjects, type Says, unknownThing } from './unknown-thing.js';

export const unknownMetadata = riskRule({
  id: 'unknown-metadata',
  severity: 'warning',
  title: 'An annotation or label is not known to this tool',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      "The change adds, alters or removes an annotation (also of Pods) or a Namespace label whose key belongs to a tool that the review does not know. One line for each key. Keys without a domain are not reported. BASE's baseline can name the key under `known`.",
    attack: 'The annotation `reflector.v1.k8s.emberstack.com/reflection-auto-enabled` copies a Secret to all namespaces.',
    fix: 'Read what the tool does, and name the key under `known` in the baseline, with a reason.',
  },
  compare: ({ state: base }, { state: head }) => {
    const { twinOf } = objectsOf(base);
    const found = ownObjects(head).flatMap((object) => {
      const old = twinOf(object);
      const [was, is] = [metadataOf(old), metadataOf(object)];
      const isKnown = ([key, { value }]: readonly [string, Value]): boolean => isKnownKey(key.replace(/^label /, ''), value, object.kind);
      const changed = [...is].filter((entry) => was.get(entry[0])?.text !== entry[1].text && !isKnown(entry));
      const gone = [...was].filter((entry) => !is.has(entry[0]) && !isKnown(entry));
      return [...changed.map(([key]) => ({ key, object })), ...gone.map(([key]) => ({ key, object: old as KubernetesObject }))];
    });
    return [...groupBy(found, ({ key }) => key)]
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, all]) =>
        unknownThing(
          base,
          head,
          key.startsWith('label ') ? 'label' : 'annotation',
          key.replace(/^label /, ''),
          all.map(({ object }) => object),
          { ...SAYS, covers: (object) => ({ covers: placesOf(key, object) }) },
        ),
      );
  },
});

const SAYS: Omit<Says, 'covers'> = { is: () => 'is', nobodyKnows: 'what acts on it' };

/** Where an object, or its Pods, have the key. */
function placesOf(key: string, object: KubernetesObject): FieldPath[] {
  if (key.startsWith('label ')) return [['metadata', 'labels', key.slice('label '.length)]];
  const at = podSpecOf(object)?.at ?? [];
  return [['metadata'], ...(at.length > 1 ? [[...at.slice(0, -1), 'metadata']] : [])].map((path) => [...path, 'annotations', key]);
}

function isKnownKey(key: string, value: unknown, kind: string): boolean {
  return isKnownMark(key, value, kind) || isSettingKey(key);
}

interface Value {
  readonly text: string;
  readonly value: unknown;
}

/** Annotations of the object and of its Pods, and the labels of a Namespace. */
function metadataOf(object: KubernetesObject | undefined): Map<string, Value> {
  if (!object) return new Map();
  const [annotations, labels] = [fieldsOf(object.metadata.annotations), fieldsOf(object.metadata.labels)];
  const at = podSpecOf(object)?.at ?? [];
  const ofPods = at.length > 1 ? fieldsOf(fieldsOf(valueAt(object, [...at.slice(0, -1), 'metadata'])).annotations) : {};
  const all = Object.entries({ ...ofPods, ...annotations });
  const ofNamespace = object.kind === 'Namespace' ? Object.entries(labels).map(([key, value]) => [`label ${key}`, value] as const) : [];
  return new Map([...all, ...ofNamespace].map(([key, value]) => [key, { text: sortedText(value), value }]));
}
