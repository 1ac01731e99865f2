/** Reports permissions on Secrets and ConfigMaps, and Secrets of the input with readable values. */

import { compareByName, formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../base/kubernetes/pod-spec.js';
import type { PolicyRule } from '../../../base/kubernetes/policy-rule.js';
import { effect } from '../../../base/rbac/step.js';
import { SECRET_TYPE } from '../../../base/tools/argo-cd.js';
import type { Access, GrantedRule } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { hasClusterKeys, isOfControlPlane } from '../access/system-namespaces.js';
import { DELETE, riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC, NSA_SECRETS } from '../rule.js';
import { COPY_SECRETS } from './written-kinds.js';

export const READ_SECRETS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] }];
const ARGO_CD: ReadonlySet<string> = new Set(['argocd-initial-admin-secret', 'argocd-secret']);

/** Whether the name of a Secret counts: any name in the OpenShift control plane, and the Secrets with logins and sessions of Argo CD. */
function countsName(name: string, { scope, subject }: Pick<GrantedRule, 'scope' | 'subject'>): boolean {
  if (typeof scope === 'string') return ARGO_CD.has(name);
  return scope.some((namespace) => hasClusterKeys(namespace) || (ARGO_CD.has(name) && namespace !== subject.namespace));
}

/** Any name counts in kube-system, because objects there belong to the control plane. */
function isInKubeSystem(_name: string, { scope, subject }: Pick<GrantedRule, 'scope' | 'subject'>): boolean {
  return typeof scope !== 'string' && scope.some((namespace) => isOfControlPlane(namespace, subject));
}

export const secretsRead = riskRule('secrets-read', 'error', 'Can read Secrets', {
  tier: 'everywhere',
  column: 'Secrets',
  references: ['CIS Kubernetes 5.1.2', NSA_RBAC, NSA_SECRETS],
  meaning:
    "A subject can get, list or watch every Secret of a namespace, or one that is named and belongs to Argo CD or OpenShift's control plane. `list` and `watch` also return the contents. Permission to write PushSecrets counts as well, unless the subject's operator provides them: External Secrets then copies Secrets out of the cluster. It is an error in all namespaces or kube-system, a warning for a named Secret in kube-system or for an account of another namespace, and otherwise a note.",
  attack: 'One request returns the credentials of all tenants and the tokens of more powerful accounts.',
  fix: 'List the Secrets in `resourceNames` and allow only `get`, or request it in `permissions`, which apply only in the target namespaces.',
  severityWhenInstalled: 'warning',
  held: [
    { wants: READ_SECRETS, countsName, severities: { cluster: 'error', elsewhere: 'warning' } },
    { wants: READ_SECRETS, countsName: isInKubeSystem, severities: { cluster: 'warning', elsewhere: 'info' }, isMilder: true },
    {
      wants: COPY_SECRETS,
      ownApis: false,
      severities: { cluster: 'error', elsewhere: 'warning' },
      as: (risk) => ({ ...risk, identity: [...(risk.identity ?? []), 'copies'] }),
    },
  ],
});

/** Writing Secrets: token Secrets, and credentials that others read. */
export const secretWrite = riskRule('secret-write', 'warning', 'Can write Secrets', {
  column: 'Secrets',
  references: ['CIS Kubernetes 5.1.2', 'CWE-522: Insufficiently Protected Credentials', NSA_RBAC],
  meaning:
    'A subject can create, change or delete every Secret of a namespace, because the rule has no `resourceNames`. Kubernetes writes the token of an account into a new Secret of the type kubernetes.io/service-account-token that names the account. It is a warning in all namespaces, in kube-system and for an account of another namespace, and otherwise a note.',
  attack: 'The subject creates and reads a token Secret of a powerful account, or replaces the credentials that another program trusts.',
  fix: 'List the Secrets in `resourceNames`, or request it in `permissions`, which apply only in the target namespaces.',
  held: {
    wants: [{ apiGroups: [''], resources: ['secrets'], verbs: [...WRITE, ...DELETE] }],
    severities: { cluster: 'warning', elsewhere: 'warning' },
  },
});

// Writing ConfigMaps: identities on EKS, and DNS names.

/** ConfigMaps that control more than one program. */
const SENSITIVE: ReadonlySet<string> = new Set([
  'argocd-cm',
  'argocd-rbac-cm',
  'aws-auth',
  'coredns',
  'kube-proxy',
  'kubelet-config',
  'kubeadm-config',
]);
/** ConfigMaps that control identities. A rule that names one of them has no other use. */
const DECIDES_WHO = ['argocd-rbac-cm', 'aws-auth'];
const WANTS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['configmaps'], verbs: [...WRITE, ...DELETE] }];

export const configMapWrite = riskRule('config-map-write', 'error', 'Can write ConfigMaps', {
  tier: 'escalates',
  references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
  meaning:
    'A subject can write ConfigMaps. A rule with `resourceNames` counts if it names one that several programs follow, such as argocd-cm, aws-auth or coredns, or one in kube-system for an account of another namespace. It is an error if the rule names aws-auth or argocd-rbac-cm, a warning in all namespaces or kube-system, and otherwise a note.',
  attack: 'On EKS, aws-auth decides who is in system:masters. A changed coredns redirects requests to the subject.',
  fix: 'List the ConfigMaps in `resourceNames`, or request it in `permissions`, which apply only in the target namespaces.',
  powers: [{ wants: WANTS, countsName: (name) => DECIDES_WHO.includes(name), anywhere: 'named', onlyNamed: true }],
  held: {
    wants: WANTS,
    countsName: (name, holding) => SENSITIVE.has(name) || isInKubeSystem(name, holding),
    severities: { cluster: 'warning', elsewhere: 'info' },
    as: (risk) => (risk.permissions?.some(decidesWho) ? { ...risk, severity: 'error' } : risk),
  },
});

function decidesWho(permission: string): boolean {
  return DECIDES_WHO.some((name) => permission.endsWith(` named ${name}`));
}

// Values of Secrets in the input.

const ACCOUNT_TOKEN = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';

export const secretInInput = riskRule('secret-in-input', 'error', 'A Secret in the input', {
  class: 'cluster',
  references: ['CIS Kubernetes 5.4.2', NSA_SECRETS],
  meaning:
    'A bundle or the input contains a Secret with a value, or one that Kubernetes fills with a ServiceAccount token that never expires. It is an error for a token of an account one step from cluster-admin, and otherwise a warning.',
  attack:
    'Anyone who can read the repository or bundle image knows the value. A token Secret lets readers of Secrets act as the account forever.',
  fix: 'Keep values in a secret store, or seal them. Use projected tokens in Pods, because they expire.',
  find: (access) =>
    access.state.objects
      .filter(({ kind, apiVersion }) => kind === 'Secret' && apiVersion === 'v1')
      .toSorted((a, b) => compareByName(a.metadata, b.metadata))
      .flatMap((secret) => {
        const isPublic = (key: string, value: string): boolean => isOfArgoCd(secret) && isNoCredential(key, value);
        const values = [
          ...valuedKeys(secret.data).filter((key) => !isPublic(key, decoded(fieldsOf(secret.data)[key]))),
          ...valuedKeys(secret.stringData).filter((key) => !isPublic(key, String(fieldsOf(secret.stringData)[key]))),
        ];
        const isToken = secret.type === ACCOUNT_TOKEN;
        if (values.length === 0 && !isToken) return [];
        const subject = referenceTo(secret);
        const power = isToken ? powerOfToken(secret, access) : undefined;
        return [
          {
            severity: power === undefined ? ('warning' as const) : ('error' as const),
            subject,
            message: isToken
              ? `${formatReference(subject)} is filled with a ServiceAccount token that never expires${power === undefined ? '' : `, of an account that can ${power}`}`
              : `${formatReference(subject)} contains its value, so anyone who can read the input can read it`,
            path: [
              { kind: 'object' as const, object: subject },
              effect(isToken ? `type ${ACCOUNT_TOKEN}` : values.length === 1 ? 'one value' : `${values.length} values`),
            ],
            fix: isToken ? 'use projected tokens, or `kubectl create token`' : 'keep the value in a secret store, or seal it',
            identity: [],
          },
        ];
      }),
});

/** A template of Open Cluster Management, which copies a value from a Secret of the hub or of the cluster itself. */
const COPIED = /^\{\{(?:hub)?-?\s*(?:fromSecret|copySecretData)\s[^{}]*\}\}$/;

/** The keys whose values the input has. */
function valuedKeys(data: unknown): string[] {
  return keysOf(data).filter((key) => !COPIED.test(String(fieldsOf(data)[key]).trim()));
}

/** Keys that only describe a cluster or repository (https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/). */
const DESCRIBING_KEYS: ReadonlySet<string> = new Set([
  'name',
  'server',
  'namespaces',
  'clusterResources',
  'shard',
  'project',
  'type',
  'url',
]);

/** Whether the Secret declares a cluster or repository to Argo CD. */
function isOfArgoCd({ metadata }: KubernetesObject): boolean {
  return ['cluster', 'repository', 'repo-creds'].includes(String(metadata.labels?.[SECRET_TYPE]));
}

/** Whether a key of such a Secret holds no credential. An address can contain a password. */
function isNoCredential(key: string, value: string): boolean {
  return DESCRIBING_KEYS.has(key) && !/:\/\/[^/?#]*@|[?&][^=]*=/.test(value);
}

function decoded(value: unknown): string {
  return Buffer.from(String(value), 'base64').toString('utf8');
}

function powerOfToken({ metadata: { namespace = 'default', annotations } }: KubernetesObject, access: Access): string | undefined {
  const name = annotations?.[ACCOUNT_NAME];
  return name === undefined ? undefined : powerOf(access, { kind: 'ServiceAccount', namespace, name });
}

/** The keys with a value. */
function keysOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => (value === '' || value === null ? [] : [key]));
}
