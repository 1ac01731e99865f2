/** What the API server refuses of an object that a bundle has beside its CSV and its CRDs, which are checked where the bundle is chosen. */
import { z } from 'zod';
import { groupOf } from '../kubernetes/kinds.js';
import type { KubernetesObject } from '../kubernetes/object.js';
import { metadataSchema } from '../kubernetes/schemas.js';
import { check } from '../manifest/check.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import { bindingSchema, roleSchema } from './rbac-schemas.js';

const namedSchema = z.looseObject({ metadata: metadataSchema });
const RBAC_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['ClusterRole', roleSchema],
  ['Role', roleSchema],
  ['ClusterRoleBinding', bindingSchema],
  ['RoleBinding', bindingSchema],
]);

/** Its problems, with keys as Go's decoder has read them; none if the API server takes it. */
export function refusedManifest(object: KubernetesObject, source: SourceReference): UnlocatedProblem[] {
  const isRbac = groupOf(String(object.apiVersion ?? '')) === 'rbac.authorization.k8s.io';
  return check((isRbac ? RBAC_SCHEMAS.get(object.kind) : undefined) ?? namedSchema, object, source).problems;
}
