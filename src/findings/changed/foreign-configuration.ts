/** ConfigMaps for programs that are not in the input: nobody can say what these do with them. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../kubernetes/object.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { State } from '../../state/state.js';
import type { RiskRule } from '../rule.js';
import { settingOf } from './cluster-setting.js';

export const foreignConfiguration: RiskRule = {
  id: 'foreign-configuration',
  severity: 'warning',
  title: 'A program that is not in the input gets another configuration',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'The change adds or alters a ConfigMap in a namespace of which the input has nothing that runs there, but the Namespace itself. Whatever reads it belongs to somebody else, and its permissions are not in the input.',
    attack: 'The ConfigMap argo-rollouts-config names a plugin. Argo Rollouts downloads it and runs it with its own permissions.',
    fix: 'Read what the program does with the ConfigMap, and accept it in the baseline.',
  },
  compare: ({ state: base }, { state: head }) => {
    const before = new Map(base.given.map((object) => [keyWithGroup(object), object]));
    const own = ownNamespaces(head);
    return head.given.flatMap((object) => {
      const { kind, apiVersion, metadata } = object;
      const old = before.get(keyWithGroup(object));
      const isForeign = kind === 'ConfigMap' && apiVersion === 'v1' && metadata.namespace !== undefined && !own.has(metadata.namespace);
      if (!isForeign || settingOf(object) || (old && sortedText(contentOf(old)) === sortedText(contentOf(object)))) return [];
      const subject = referenceTo(object);
      return [
        {
          severity: 'warning' as const,
          subject,
          message: `${formatReference(subject)} is ${old ? 'changed' : 'new'}, and what reads it is not in the input`,
          path: [],
          fix: 'read what the program does with it, and accept it in the baseline',
          place: head.placeOf(subject),
          identity: [sortedText(contentOf(object))],
        },
      ];
    });
  },
};

/** Where the input has an account, an OperatorGroup or something that runs. A Namespace by itself says nothing of what runs in it. */
function ownNamespaces({ given }: State): ReadonlySet<string> {
  return new Set(given.flatMap(({ kind, metadata }) => (DATA.has(kind) ? [] : (metadata.namespace ?? []))));
}

/** What runs nothing. */
const DATA: ReadonlySet<string> = new Set(['ConfigMap', 'Secret']);

function contentOf({ data, binaryData }: KubernetesObject): unknown {
  return [data, binaryData];
}
