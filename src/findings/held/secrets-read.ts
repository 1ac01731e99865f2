/** Reading Secrets. */
import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import type { Holding } from '../access/access.js';
import { type Held, heldBy } from '../access/held.js';
import { heldRisk } from '../access/held-risk.js';
import { hasClusterKeys } from '../access/system-namespaces.js';
import { NSA_RBAC, NSA_SECRETS, type RiskRule } from '../rule.js';

const READ_SECRETS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] }];
const ARGO_CD: ReadonlySet<string> = new Set(['argocd-initial-admin-secret', 'argocd-secret']);
/** External Secrets copies what these name to a store that they name, too. */
const COPY_SECRETS: readonly PolicyRule[] = [
  { apiGroups: ['external-secrets.io'], resources: ['clusterpushsecrets', 'pushsecrets'], verbs: ['create', 'update', 'patch'] },
];

/** Secrets that everybody knows by name: those of the control plane of OpenShift, and the logins and sessions of Argo CD. */
function countsName(name: string, { scope, subject }: Pick<Holding, 'scope' | 'subject'>): boolean {
  if (typeof scope === 'string') return ARGO_CD.has(name);
  return scope.some((namespace) => hasClusterKeys(namespace) || (ARGO_CD.has(name) && namespace !== subject.namespace));
}

export const secretsRead: RiskRule = {
  id: 'secrets-read',
  severity: 'error',
  severityWhenInstalled: 'warning',
  title: 'Can read Secrets',
  references: ['CIS Kubernetes 5.1.2', NSA_RBAC, NSA_SECRETS],
  documentation: {
    meaning:
      'A subject can get, list or watch Secrets, not limited by `resourceNames`, or those of Argo CD and of the control plane of OpenShift by name. `list` and `watch` return the contents, just like `get`. Or it can write PushSecrets, by which External Secrets copies Secrets out of the cluster; an operator that provides these itself does not count. An error in all namespaces or in kube-system, a warning for an account outside its namespace, a note otherwise.',
    attack:
      'In all namespaces, one request returns the credentials of all tenants and the token Secrets of more powerful accounts. With such a token the subject acts as that account.',
    fix: 'List the Secrets in `resourceNames` and allow only `get`, or request the permission in `permissions`, which apply only in the target namespaces.',
  },
  powers: [
    { wants: READ_SECRETS, countsName },
    { wants: COPY_SECRETS, ownApis: false },
  ],
  find: (access) => {
    const risk = (held: Held) => heldRisk(access, held, { cluster: 'error', elsewhere: 'warning' });
    const copies = heldBy(access, COPY_SECRETS, { ownApis: false }).map(risk);
    return [
      ...heldBy(access, READ_SECRETS, { countsName }).map(risk),
      ...copies.map((copy) => ({ ...copy, identity: [...copy.identity, 'copies'] })),
    ];
  },
};
