/** Writing ConfigMaps: who is who on EKS, and where names lead. */
import { DELETE, heldRule, WRITE } from './held-rule.js';
import { NSA_RBAC } from './rule.js';

/** What decides about more than one program. */
const SENSITIVE: ReadonlySet<string> = new Set(['aws-auth', 'coredns', 'kube-proxy', 'kubelet-config', 'kubeadm-config']);

export const configMapWrite = heldRule({
  id: 'config-map-write',
  title: 'Can write ConfigMaps',
  references: ['CWE-15: External Control of System or Configuration Setting', NSA_RBAC],
  documentation: {
    meaning:
      'A subject can write ConfigMaps in all namespaces or in kube-system: any of them, or by name aws-auth, coredns, kube-proxy, kubelet-config or kubeadm-config. A warning there, a note in other namespaces.',
    attack:
      'On EKS the ConfigMap aws-auth in kube-system says which users are in system:masters. A changed coredns sends the requests for a name to the subject.',
    fix: 'Name the ConfigMaps with `resourceNames`, or ask for the permission in `permissions`, so that it holds in the target namespaces only.',
  },
  wants: [{ apiGroups: [''], resources: ['configmaps'], verbs: [...WRITE, ...DELETE] }],
  countsName: (name) => SENSITIVE.has(name),
  severities: { cluster: 'warning', elsewhere: 'info' },
});
