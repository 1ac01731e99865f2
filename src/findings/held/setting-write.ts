/** Writing objects that decide something beyond themselves: whoever can write one needs no pull request for it. */
import { pluralOf } from '../../kubernetes/kinds.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Severity } from '../../model/finding.js';
import { decidingKinds } from '../changed/setting-kinds.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { admissionDelete } from './admission-delete.js';
import { admissionPolicyWrite } from './admission-policy-write.js';
import { endpointWrite } from './endpoint-write.js';
import { gitopsWrite } from './gitops-write.js';
import { DELETE, heldRule, WRITE, worstOf } from './held-rule.js';
import { IDENTITY_WRITE } from './identity-write.js';
import { machineConfigWrite } from './machine-config-write.js';
import { networkPolicyWrite } from './network-policy-write.js';
import { nodeWrite } from './node-write.js';
import { securityContextConstraintsWrite } from './security-context-constraints-write.js';
import { OTHER_POD_MAKERS } from './workload-create.js';

/** Rules that say more of what they know. */
const KNOWN_BETTER: readonly PolicyRule[] = [
  ...IDENTITY_WRITE,
  ...OTHER_POD_MAKERS,
  ...[
    admissionDelete,
    admissionPolicyWrite,
    endpointWrite,
    gitopsWrite,
    machineConfigWrite,
    networkPolicyWrite,
    nodeWrite,
    securityContextConstraintsWrite,
  ].flatMap(({ wants }) => wants),
];

const KNOWN: ReadonlySet<string> = new Set(
  KNOWN_BETTER.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`))),
  ),
);

const KNOWN_GROUPS: ReadonlySet<string> = new Set(KNOWN_BETTER.flatMap(({ apiGroups = [] }) => apiGroups));

/** Writing what counts as much when a change writes it, and deleting what is an error when a change deletes it: many operators delete what bounds others. */
function wantsOf(severity: Severity): PolicyRule[] {
  return decidingKinds().flatMap(({ group, kind, setting: { changed, gone } }) => {
    // Of a group that another rule knows, or that has milder kinds, the kinds by name are enough.
    if (kind === '*' && (severity !== 'error' || KNOWN_GROUPS.has(group))) return [];
    const resource = kind === '*' ? kind : pluralOf(kind);
    const verbs = [...(changed === severity ? WRITE : []), ...(gone === 'error' && severity === 'error' ? DELETE : [])];
    const wanted = verbs.filter((verb) => !KNOWN.has(`${verb} ${resource}.${group}`));
    return wanted.length === 0 ? [] : [{ apiGroups: [group], resources: [resource], verbs: wanted }];
  });
}

const rule = (severity: Severity) =>
  heldRule({
    id: 'setting-write',
    title: 'Can write what decides about the cluster',
    references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
    documentation: {
      meaning:
        'A subject can write objects of a kind that decides something beyond itself, all or named ones: the release that the cluster runs, the mirrors that images come from, what nodes start with, who can do what in a cloud, what policies do not look at. With this permission, nobody sees a change that the rule `cluster-setting` tells. An operator that provides these APIs itself does not count. As severe as that change in all namespaces, and no more than a warning elsewhere.',
      attack: 'The subject writes a mirror for all images, and every node pulls the images of the attacker.',
      fix: 'Remove the permission, and let the people who run the cluster write these objects.',
    },
    wants: wantsOf(severity),
    countsName: () => true,
    ownApis: false,
    severities: { cluster: severity, elsewhere: 'warning' },
  });

const [worst, milder] = [rule('error'), rule('warning')];

export const settingWrite: RiskRule = { ...worst, find: (access) => worstOf(worst.find?.(access) ?? [], milder.find?.(access) ?? []) };
