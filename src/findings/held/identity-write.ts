/** Writing who is who: users, groups and tokens of OpenShift, and how one logs in. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Access, Holding } from '../access/access.js';
import { heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { powerOf } from '../access/powers.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { WRITE } from './held-rule.js';

export const IDENTITY_WRITE: readonly PolicyRule[] = [
  { apiGroups: ['user.openshift.io'], resources: ['groups', 'identities', 'useridentitymappings', 'users'], verbs: WRITE },
  {
    apiGroups: ['oauth.openshift.io'],
    resources: ['oauthaccesstokens', 'oauthauthorizetokens', 'oauthclients', 'oauthclientauthorizations'],
    verbs: WRITE,
  },
  { apiGroups: ['config.openshift.io'], resources: ['apiservers', 'authentications', 'oauths'], verbs: WRITE },
];
/** There is one of each, with a name that everybody knows. */
const SETTINGS: ReadonlySet<string> = new Set(['apiservers', 'authentications', 'oauths']);

function countsName(name: string, { rule: { resources = [] } }: Pick<Holding, 'rule'>, access: Access): boolean {
  return resources.some((resource) => SETTINGS.has(resource)) || powerOf(access, { kind: 'Group', name }) !== undefined;
}

export const identityWrite: RiskRule = {
  id: 'identity-write',
  severity: 'error',
  title: 'Can write users, groups or logins',
  references: ['CWE-287: Improper Authentication', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change Users, Groups or Identities of OpenShift, OAuth tokens and clients, or the settings of the login and of the API server. Permissions limited by `resourceNames` count if they name these settings, or a group from which cluster-admin is one step away. Whoever is in a group has its permissions, and a token is as good as the user that it names.',
    attack:
      'The subject adds its author to a group that is bound to cluster-admin, or creates an OAuthAccessToken for kube:admin whose text it has chosen.',
    fix: 'Remove the permission, or name with `resourceNames` the groups and clients that the operator owns.',
  },
  powers: [{ wants: IDENTITY_WRITE, countsName }],
  find: (access) =>
    heldBy(access, IDENTITY_WRITE, { clusterScoped: true, countsName: (name, holding) => countsName(name, holding, access) }).map((held) =>
      heldRisk(access, held, { cluster: 'error', elsewhere: 'error' }),
    ),
};
