/** Writing ConfigMaps: who is who on EKS, and where names lead. */

import type { PolicyRule } from '../../kubernetes/policy-rule.js';
import { NSA_RBAC, type RiskRule } from '../rule.js';
import { DELETE, heldRule, WRITE } from './held-rule.js';

/** What decides about more than one program. */
const SENSITIVE: ReadonlySet<string> = new Set([
  'argocd-cm',
  'argocd-rbac-cm',
  'aws-auth',
  'coredns',
  'kube-proxy',
  'kubelet-config',
  'kubeadm-config',
]);
/** Nobody asks for these by name for anything else. */
const WHO_IS_WHO = / named (?:argocd-rbac-cm|aws-auth)$/;

const DECIDES_WHO: ReadonlySet<string> = new Set(['argocd-rbac-cm', 'aws-auth']);
const WANTS: readonly PolicyRule[] = [{ apiGroups: [''], resources: ['configmaps'], verbs: [...WRITE, ...DELETE] }];

const anyConfigMapWrite = heldRule({
  id: 'config-map-write',
  title: 'Can write ConfigMaps',
  references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write ConfigMaps in all namespaces or in kube-system: any of them, or by name aws-auth, coredns, kube-proxy, kubelet-config, kubeadm-config, argocd-cm or argocd-rbac-cm. An error where it names aws-auth or argocd-rbac-cm, which say who is who; otherwise a warning, and a note in other namespaces.',
    attack:
      'On EKS the ConfigMap aws-auth in kube-system says which users are in system:masters. A changed coredns sends the requests for a name to the subject.',
    fix: 'Name the ConfigMaps with `resourceNames`, or ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: WANTS,
  countsName: (name) => SENSITIVE.has(name),
  severities: { cluster: 'warning', elsewhere: 'info' },
});

export const configMapWrite: RiskRule = {
  ...anyConfigMapWrite,
  severity: 'error',
  powers: [{ wants: WANTS, countsName: (name) => DECIDES_WHO.has(name), anywhere: 'named', onlyNamed: true }],
  find: (access) =>
    (anyConfigMapWrite.find?.(access) ?? []).map((risk) =>
      risk.permissions?.some((permission) => WHO_IS_WHO.test(permission)) ? { ...risk, severity: 'error' as const } : risk,
    ),
};
