/** Reports objects of a ClusterExtension's bundle that the input has already, as those of somebody else. */
import { isNamedObject, type KubernetesObject, objectKey, referenceTo } from '../../../base/kubernetes/object.js';
import type { Finding } from '../../model/finding.js';
import { rule, toFinding } from '../../model/finding.js';
import type { Rendered } from '../../render/rendered.js';

const OWNER_KIND = 'olm.operatorframework.io/owner-kind';
const OWNER_NAME = 'olm.operatorframework.io/owner-name';

export const objectInTheWay = rule('object-in-the-way', 'error', 'An object of a bundle exists already', {
  meaning:
    'The input has an object that the bundle of a ClusterExtension contains, too. OLM v1 takes no object over that it has not made (collisionProtection Prevent), and does not install the bundle.',
  fix: 'Remove the object, or the ClusterExtension.',
});

/**
 * Finds them. OLM v1 labels its own objects (ApplyBundleWithBoxcutter in operator-controller's controllers/boxcutter_reconcile_steps.go), and
 * refuses all others (GenerateRevision in its applier/boxcutter.go sets CollisionProtectionPrevent).
 *
 * @param given the objects of the input, as they are written
 */
export function objectsInTheWay(rendered: readonly Rendered[], given: readonly unknown[]): Finding[] {
  const mine = rendered.filter(({ owner, emitSet }) => owner.kind === 'ClusterExtension' && emitSet === 'install');
  if (mine.length === 0) return [];
  const existing = new Map(given.filter(isNamedObject).map((object) => [objectKey(object), object] as const));
  return mine.flatMap(({ object, owner }): Finding[] => {
    const other = existing.get(objectKey(object));
    if (!other || isOwned(other, owner.name)) return [];
    const { kind, namespace, name } = referenceTo(object);
    const of = other.metadata.labels?.[OWNER_NAME];
    return [
      toFinding(objectInTheWay, {
        subject: owner,
        message: `OLM v1 does not install it: the ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name} of its bundle exists already, and ${of === undefined ? 'is not of this ClusterExtension' : `is of the ClusterExtension ${of}`}`,
        fix: `remove the ${kind} from the input and the cluster, or the ClusterExtension ${owner.name}`,
        related: [referenceTo(other)],
        verdict: true,
      }),
    ];
  });
}

function isOwned({ metadata: { labels } }: KubernetesObject, name: string): boolean {
  return labels?.[OWNER_KIND] === 'ClusterExtension' && labels[OWNER_NAME] === name;
}
