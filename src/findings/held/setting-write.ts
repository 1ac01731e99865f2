/** Writing objects that decide something beyond themselves: whoever can write one needs no pull request for it. */
import { pluralOf } from '../../kubernetes/kinds.js';
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { decidingKinds } from '../changed/setting-kinds.js';
import { NSA_RBAC } from '../rule.js';
import { admissionDelete } from './admission-delete.js';
import { admissionPolicyWrite } from './admission-policy-write.js';
import { gitopsWrite } from './gitops-write.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';
import { IDENTITY_WRITE } from './identity-write.js';
import { machineConfigWrite } from './machine-config-write.js';
import { networkPolicyWrite } from './network-policy-write.js';
import { securityContextConstraintsWrite } from './security-context-constraints-write.js';

/** Rules that say more of what they know. */
const KNOWN_BETTER: readonly PolicyRule[] = [
  ...IDENTITY_WRITE,
  ...[admissionDelete, admissionPolicyWrite, gitopsWrite, machineConfigWrite, networkPolicyWrite, securityContextConstraintsWrite].flatMap(
    ({ wants }) => wants,
  ),
];

const KNOWN: ReadonlySet<string> = new Set(
  KNOWN_BETTER.flatMap(({ apiGroups = [], resources = [], verbs = [] }) =>
    apiGroups.flatMap((group) => resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}.${group}`))),
  ),
);

/** Writing what is an error when a change writes it, and deleting what is one when a change deletes it. */
const WANTS: readonly PolicyRule[] = decidingKinds().flatMap(({ group, kind, changed, gone }) => {
  const resource = kind === '*' ? kind : pluralOf(kind);
  const verbs = [...(changed === 'error' ? WRITE : []), ...(gone === 'error' ? DELETE : [])];
  const wanted = verbs.filter((verb) => !KNOWN.has(`${verb} ${resource}.${group}`));
  return wanted.length === 0 ? [] : [{ apiGroups: [group], resources: [resource], verbs: wanted }];
});

export const settingWrite = heldRule({
  id: 'setting-write',
  title: 'Can write what decides about the cluster',
  references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write objects of a kind that decides something beyond itself, all or named ones: the release that the cluster runs, the mirrors that images come from, what nodes start with, who can do what in a cloud, what policies do not look at. A change that writes such an object is an error of `cluster-setting`; with this permission, nobody sees a change. An operator that provides these APIs itself does not count. An error in all namespaces, a warning elsewhere.',
    attack: 'The subject writes a mirror for all images, and every node pulls the images of the attacker.',
    fix: 'Remove the permission, and let the people who run the cluster write these objects.',
  },
  wants: WANTS,
  countsName: () => true,
  ownApis: false,
  severities: { cluster: 'error', elsewhere: 'warning' },
});
