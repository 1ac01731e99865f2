/** Writing who is who: users, groups and tokens of OpenShift, and how one logs in. */
import { heldRule, WRITE } from './held-rule.js';
import { NSA_RBAC } from './rule.js';

export const identityWrite = heldRule({
  id: 'identity-write',
  title: 'Can write users, groups or logins',
  references: ['CWE-287: Improper Authentication', 'CWE-269: Improper Privilege Management', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can create or change Users, Groups or Identities of OpenShift, OAuth tokens and clients, or the settings of the login and of the API server. Whoever is in a group has its permissions, and a token is as good as the user that it names.',
    attack:
      'The subject adds its author to a group that is bound to cluster-admin, or creates an OAuthAccessToken for kube:admin whose text it has chosen.',
    fix: 'Remove the permission, or name with `resourceNames` the groups and clients that the operator owns.',
  },
  wants: [
    { apiGroups: ['user.openshift.io'], resources: ['groups', 'identities', 'useridentitymappings', 'users'], verbs: WRITE },
    {
      apiGroups: ['oauth.openshift.io'],
      resources: ['oauthaccesstokens', 'oauthauthorizetokens', 'oauthclients', 'oauthclientauthorizations'],
      verbs: WRITE,
    },
    { apiGroups: ['config.openshift.io'], resources: ['apiservers', 'authentications', 'oauths'], verbs: WRITE },
  ],
  clusterScoped: true,
  severities: { cluster: 'error', elsewhere: 'error' },
});
