/** Finds objects that admission policies read: parameters in Kubernetes, and ConfigMaps of Kyverno policies. */

import { groupOf } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf, textOf } from '../../../base/kubernetes/pod-spec.js';
import { KYVERNO_GROUP } from '../../../base/tools/kyverno.js';

interface Parameter {
  readonly group: string;
  readonly kind: string;
  /** Any name, if absent. */
  readonly name?: string;
}

const POLICIES = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'];

/** Makes a test: whether a policy among these objects reads an object. */
export function policyParameterTest(objects: readonly KubernetesObject[]): (object: KubernetesObject) => boolean {
  const parameters = [...ofKubernetes(objects), ...objects.flatMap(ofKyverno)];
  if (parameters.length === 0) return () => false;
  return ({ apiVersion, kind, metadata }) =>
    typeof apiVersion === 'string' &&
    parameters.some(
      ({ group, kind: wanted, name }) => wanted === kind && group === groupOf(apiVersion) && (name === undefined || name === metadata.name),
    );
}

/** The parameters of policies: the policy names the kind, and each of its bindings selects the objects. */
function ofKubernetes(objects: readonly KubernetesObject[]): Parameter[] {
  const bindings = objects.filter(({ kind }) => POLICIES.some((policy) => kind === `${policy}Binding`));
  return objects
    .filter(({ kind }) => POLICIES.includes(kind))
    .flatMap((policy) => {
      const { apiVersion, kind } = fieldsOf(fieldsOf(policy.spec).paramKind);
      if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
      const own = bindings.filter((binding) => binding.kind === `${policy.kind}Binding` && policyName(binding) === policy.metadata.name);
      return own.map((binding): Parameter => {
        const name = textOf(fieldsOf(fieldsOf(binding.spec).paramRef).name);
        return { group: groupOf(apiVersion), kind, ...(name === undefined ? {} : { name }) };
      });
    });
}

function policyName({ spec }: KubernetesObject): string | undefined {
  return textOf(fieldsOf(spec).policyName);
}

function ofKyverno({ apiVersion, spec }: KubernetesObject): Parameter[] {
  if (typeof apiVersion !== 'string' || groupOf(apiVersion) !== KYVERNO_GROUP) return [];
  return listOf(fieldsOf(spec).rules)
    .flatMap(({ context }) => listOf(context))
    .flatMap(({ configMap }) => {
      const name = textOf(fieldsOf(configMap).name);
      // A name with variables can be any name.
      return name === undefined ? [] : [{ group: '', kind: 'ConfigMap', ...(name.includes('{{') ? {} : { name }) }];
    });
}
