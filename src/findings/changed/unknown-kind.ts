/** Objects of kinds of which the review does not know what they do. */
import { groupBy } from '../../kubernetes/group-by.js';
import { groupOf, keyWithGroup } from '../../kubernetes/kinds.js';
import { compareText, formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf } from '../../kubernetes/pod-spec.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { State } from '../../state/state.js';
import { listed } from '../../wording/phrases.js';
import type { RiskRule } from '../rule.js';
import { isKnownKind } from './known-kinds.js';
import { byKey, ownObjects, unknownThing } from './unknown-thing.js';

export const unknownKind: RiskRule = {
  id: 'unknown-kind',
  severity: 'warning',
  title: 'Nobody knows what objects of a kind do',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'The change adds or alters objects of a kind that the review does not know, and no operator of the input provides. Some controller acts on them, with its own permissions. One line for each kind. It is said until the baseline of BASE names the kind under `known`.',
    attack:
      'A SharedSecret gives a Secret of kube-system to Pods in another namespace. It is one of thousands of kinds, and in no list of dangerous ones.',
    fix: 'Read what the controller does with these objects, and name the kind under `known` in the baseline, with a reason.',
  },
  compare: ({ state: base }, { state: head }) => {
    const before = byKey(base);
    const provided = providedKinds(head);
    const found = ownObjects(head).filter((object) => {
      const old = before.get(keyWithGroup(object));
      return !isKnownKind(object) && !provided.has(kindOf(object)) && sortedText(content(old)) !== sortedText(content(object));
    });
    return [...groupBy(found, kindOf)]
      .sort(([a], [b]) => compareText(a, b))
      .map(([kind, objects]) => {
        const references = objects.map(referenceTo);
        const what = objects.length === 1 ? 'an object of this kind is' : `${objects.length} objects of this kind are`;
        const says = `${what} new or changed, and the review does not know what it does: ${listed(references.map(formatReference))}`;
        return unknownThing(head, 'kind', kind, references, says);
      });
  },
};

function kindOf({ apiVersion, kind }: KubernetesObject): string {
  const group = groupOf(apiVersion);
  return group === '' ? kind : `${kind}.${group}`;
}

/** What operators of the input provide, and what it defines itself: their controllers are reviewed with their permissions. */
function providedKinds({ resolution, given }: State): ReadonlySet<string> {
  const provided = resolution.csvs.flatMap(({ providedApis }) => providedApis.map(({ kind, group }) => `${kind}.${group}`));
  const defined = given.flatMap((object) => {
    const { names, group } = fieldsOf(object.kind === 'CustomResourceDefinition' ? object.spec : undefined);
    return names === undefined ? [] : [`${String(fieldsOf(names).kind)}.${String(group)}`];
  });
  return new Set([...provided, ...defined]);
}

/** All but metadata and status. */
function content(object: KubernetesObject | undefined): unknown {
  if (!object) return undefined;
  const { metadata: _, status: __, ...rest } = object;
  return rest;
}
