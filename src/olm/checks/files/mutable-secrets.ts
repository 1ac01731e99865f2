/** Reports ClusterObjectSets of OLM v1 whose objects are in a Secret that can change. */
import { isNamedObject, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import { type Finding, rule, toFinding } from '../../model/finding.js';

export const objectSetSecretMutable = rule('object-set-secret-mutable', 'error', 'The Secret of a ClusterObjectSet can change', {
  meaning:
    'A ClusterObjectSet takes objects from a Secret that is not immutable. OLM v1 blocks the ClusterObjectSet (`the following secrets are not immutable`), and applies nothing of it.',
  fix: 'Set `immutable: true` on the Secret.',
});

/**
 * Finds them (verifyReferencedSecretsImmutable in operator-controller's controllers/clusterobjectset_controller.go). A Secret that the input
 * lacks is perhaps in the cluster.
 */
export function mutableSecrets(given: readonly unknown[]): Finding[] {
  const objects = given.filter(isNamedObject);
  const sets = objects.filter(({ kind, apiVersion }) => kind === 'ClusterObjectSet' && apiVersion.startsWith('olm.operatorframework.io/'));
  if (sets.length === 0) return [];
  const secrets = new Map(
    objects.flatMap((object) =>
      object.kind === 'Secret' && object.apiVersion === 'v1' ? [[keyOf(object.metadata), object] as const] : [],
    ),
  );
  return sets.flatMap((set) => {
    const named = new Set(refsOf(set).map(keyOf));
    const mutable = [...named].flatMap((key) => secrets.get(key) ?? []).filter((secret) => secret.immutable !== true);
    if (mutable.length === 0) return [];
    const names = mutable.map(({ metadata }) => keyOf(metadata)).join(', ');
    return [
      toFinding(objectSetSecretMutable, {
        subject: referenceTo(set),
        message: `OLM v1 blocks the ClusterObjectSet: the following secrets are not immutable (referenced secrets must have immutable set to true): ${names}`,
        fix: `set immutable: true on ${names}`,
        related: mutable.map(referenceTo),
      }),
    ];
  });
}

function keyOf({ namespace, name }: { readonly namespace?: unknown; readonly name?: unknown }): string {
  return `${namespace ?? ''}/${name}`;
}

function refsOf({ spec }: KubernetesObject): Record<string, unknown>[] {
  const phases = isMapping(spec) && Array.isArray(spec.phases) ? spec.phases.filter(isMapping) : [];
  return phases.flatMap(({ objects }) =>
    (Array.isArray(objects) ? objects : []).flatMap((one) => (isMapping(one) && isMapping(one.ref) ? [one.ref] : [])),
  );
}
