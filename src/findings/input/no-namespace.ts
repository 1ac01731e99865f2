/** Objects of the input that leave open in which namespace they are. */
import type { ObjectReference } from '../../kubernetes/object.js';
import { bindingOf, isPlaceOpen, roleOf } from '../../kubernetes/rbac.js';
import type { Cluster } from '../../model/cluster.js';
import type { Discovery } from '../../model/finding.js';
import type { ClusterRule } from './rule.js';

/** A binding grants wherever it lands; a role or an account gives nothing by itself. */
export const noNamespace: ClusterRule = {
  id: 'no-namespace',
  severity: 'warning',
  title: 'An object leaves its namespace open',
  references: [],
  documentation: {
    meaning:
      'An object of OLM, a RoleBinding, Role or ServiceAccount has no `metadata.namespace`, so that whoever applies it decides where it is: kubectl takes the current namespace of its context, Argo CD the destination of the Application, Flux the `targetNamespace` of its Kustomization. Here it counts in default, and a review takes what such a RoleBinding grants to be as bad as in kube-system. What is judged of an operator depends on it, so `render` refuses such objects of OLM. A warning for these and for a RoleBinding, a note otherwise.',
    fix: 'Set `metadata.namespace`. Where a kustomization sets it, name the folder of the kustomization as the input.',
  },
  find: ({ roles, roleBindings, claimedByOlm, serviceAccounts, withoutNamespace }: Cluster) => {
    const claimed = claimedByOlm.filter(({ kind }) => kind === 'Role' || kind === 'RoleBinding');
    const objects = [...roles, ...roleBindings, ...claimed].filter(isPlaceOpen);
    return [
      ...withoutNamespace.map((object) => discovery(object, 'it takes effect')),
      ...objects.flatMap((object): Discovery[] => {
        const { kind, metadata } = object;
        const binding = bindingOf(object);
        if (binding) return [discovery({ kind, name: metadata.name }, `it grants ${binding.roleRef.kind} ${binding.roleRef.name}`)];
        return roleOf(object) ? [{ ...discovery({ kind, name: metadata.name }), severity: 'info' }] : [];
      }),
      ...serviceAccounts.flatMap(({ name, isPlaceOpen: isOpen }): Discovery[] =>
        isOpen ? [{ ...discovery({ kind: 'ServiceAccount', name }), severity: 'info' }] : [],
      ),
    ];
  },
};

function discovery(subject: ObjectReference, effect = 'it is created'): Discovery {
  return {
    subject,
    message: `it has no namespace, so ${effect} wherever it is applied: in the current namespace of kubectl, or the destination of an Argo CD Application; here it counts in default`,
    fix: 'set metadata.namespace',
  };
}
