/** A side of a review, made of a cluster that was studied. */
import type { Cluster } from '../model/cluster.js';
import { COPIED_FROM_LABEL } from '../model/cluster-service-version.js';
import type { KubernetesObject } from '../model/kubernetes-object.js';
import { copyInto } from '../render/rendered.js';
import { csvReference } from '../rules/references.js';
import type { Study } from '../study.js';
import { withBundledObjects } from './bundled-objects.js';
import { objectKey } from './object-changes.js';
import { placed } from './places-in.js';
import type { Copied, CopiedCsv, ReviewSide } from './review.js';
import { namesakes } from './side-objects.js';

/**
 * The side that a study comes to. What is rendered takes the place of what the input gives under the same name, and that the
 * place of what bundles bring.
 *
 * @param label as the user named it
 * @param placeOf see placesIn
 * @param given see givenObjects
 */
export function reviewSide(
  label: string,
  { cluster, resolution, rendered, findings }: Study,
  placeOf: ReviewSide['placeOf'],
  given: readonly KubernetesObject[] = [],
): ReviewSide {
  const made = rendered.flatMap(({ object, copies }) => (copies ? [] : [object]));
  const copies = rendered.flatMap(({ object, copies }): Copied[] => (copies ? [{ object, copies }] : []));
  const copied = copies.filter((item) => !isCsv(item));
  const rbac = givenRbac(cluster);
  const names = new Set(rbac.map(({ metadata }) => metadata.name));
  const taken = new Set([...namesakes({ objects: made, copied }, names)].map(objectKey));
  return withBundledObjects({
    label,
    cluster,
    resolution,
    objects: [...made, ...rbac.filter((object) => !taken.has(objectKey(object))), ...given],
    copied,
    copiedCsvs: copies.filter(isCsv).map(sizeOf),
    findings: findings.map((finding) => placed(finding, placeOf)),
    placeOf,
  });
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
