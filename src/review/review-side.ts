/** A side of a review, made of a cluster that was studied. */
import type { Cluster } from '../model/cluster.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { copyInto } from '../render/rendered.js';
import { csvReference } from '../rules/references.js';
import type { Study } from '../study.js';
import { objectKey } from './object-changes.js';
import type { Copied, CopiedCsv, ReviewSide } from './review.js';
import { namesakes } from './side-objects.js';

/**
 * The side that a study comes to. What is rendered takes the place of what the input gives under the same name.
 *
 * @param label as the user named it
 * @param placeOf see placesIn
 */
export function reviewSide(label: string, { cluster, resolution, rendered, findings }: Study, placeOf: ReviewSide['placeOf']): ReviewSide {
  const made = rendered.flatMap(({ object, copies }) => (copies ? [] : [object]));
  const copies = rendered.flatMap(({ object, copies }): Copied[] => (copies ? [{ object, copies }] : []));
  const copied = copies.filter((item) => !isCsv(item));
  const given = givenRbac(cluster);
  const names = new Set(given.map(({ metadata }) => metadata.name));
  const taken = new Set([...namesakes({ objects: made, copied }, names)].map(objectKey));
  return {
    label,
    cluster,
    resolution,
    objects: [...made, ...given.filter((object) => !taken.has(objectKey(object)))],
    copied,
    copiedCsvs: copies.filter(isCsv).map(sizeOf),
    findings,
    placeOf,
  };
}

/** Roles, bindings and accounts of the input. */
function givenRbac({ clusterRoles, clusterRoleBindings, roles, roleBindings, serviceAccounts }: Cluster): KubernetesObject[] {
  const accounts = serviceAccounts.map(({ namespace, name }) => ({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, namespace },
  }));
  return [...clusterRoles, ...clusterRoleBindings, ...roles, ...roleBindings, ...accounts];
}

function isCsv({ object }: Copied): boolean {
  return object.kind === 'ClusterServiceVersion';
}

function sizeOf(item: Copied): CopiedCsv {
  const { metadata } = item.object;
  const [first = ''] = item.copies.namespaces;
  return {
    csv: csvReference({ namespace: metadata.labels?.[COPIED_FROM_LABEL] ?? '', name: metadata.name }),
    copies: item.copies.namespaces.length,
    bytes: Buffer.byteLength(JSON.stringify(copyInto(item, first))),
  };
}
