/** ConfigMaps for programs that are not in the input: nobody can say what these do with them. */
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { walk } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import { objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';
import { settingOf } from './cluster-setting.js';
import { whatDiffers } from './documents/fields-in-words.js';

export const foreignConfiguration: RiskRule = {
  id: 'foreign-configuration',
  severity: 'warning',
  title: 'A program that is not in the input gets another configuration',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      "The change adds or alters a ConfigMap in a namespace where nothing of the input runs, or alters one that no object of the input names, except dashboards. Its reader and that reader's permissions are not in the input.",
    attack: 'The ConfigMap argo-rollouts-config names a plugin. Argo Rollouts downloads and runs it with its own permissions.',
    fix: 'Read what the program does with the ConfigMap, and accept it in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const { twinOf } = objectsOf(base);
    const own = ownNamespaces(head);
    return head.given.flatMap((object) => {
      const { kind, apiVersion, metadata } = object;
      const old = twinOf(object);
      if (kind !== 'ConfigMap' || apiVersion !== 'v1') return [];
      const isForeign = metadata.namespace !== undefined && !own.has(metadata.namespace);
      if (
        !(isForeign || (old && isReadByNobody(object, head))) ||
        settingOf(object) ||
        (old && sortedText(contentOf(old)) === sortedText(contentOf(object)))
      )
        return [];
      const subject = referenceTo(object);
      const differs = old && whatDiffers(old, object, ([field]) => field === 'data' || field === 'binaryData');
      return [
        {
          severity: 'warning' as const,
          subject,
          message: `${formatReference(subject)} is ${old ? 'changed' : 'new'}, and what reads it is not in the input${differs?.text ?? ''}`,
          fix: 'read what the program does with it, and accept it in the baseline',
          place: head.placeOf(subject),
          identity: [sortedText(contentOf(object))],
          ...(differs ? { covers: differs.covers } : {}),
        },
      ];
    });
  },
};

/** Whether no object of the input names a ConfigMap. What Grafana shows is found by a label. */
function isReadByNobody({ metadata: { name, labels } }: KubernetesObject, head: State): boolean {
  return !Object.keys(labels ?? {}).some((label) => /dashboard/i.test(label)) && !textsIn(head).has(name);
}

const TEXTS = new WeakMap<State, ReadonlySet<string>>();

/** Every text in an object of the input but in its metadata. */
function textsIn(state: State): ReadonlySet<string> {
  const known = TEXTS.get(state);
  if (known) return known;
  const texts = new Set<string>();
  for (const { metadata: _, ...fields } of [...state.given, ...(state.made ?? []).map(({ object }) => object)])
    walk(fields, (value) => {
      if (typeof value === 'string') texts.add(value);
      return false;
    });
  TEXTS.set(state, texts);
  return texts;
}

/** Where the input has an account, an OperatorGroup or something that runs. A Namespace by itself says nothing of what runs in it. */
function ownNamespaces({ given }: State): ReadonlySet<string> {
  return new Set(given.flatMap(({ kind, metadata }) => (DATA.has(kind) ? [] : (metadata.namespace ?? []))));
}

/** What runs nothing. */
const DATA: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);

function contentOf({ data, binaryData }: KubernetesObject): unknown {
  return [data, binaryData];
}
