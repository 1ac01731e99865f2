/**
 * The step of a CRD in an InstallPlan, where the cluster has the CRD already: OLM validates the existing objects against the new schemas, and
 * keeps every stored version (OLM's NewCRDV1Step in catalog/step.go, and SafeStorageVersionUpgrade in pkg/lib/crd/storage.go).
 */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { storedVersionsOf } from '../crd-upgrade/crd-upgrade.js';
import type { PlanFailure } from './plan-failure.js';
import { schemaViolations } from './schema-violations.js';

/** The reason why OLM does not update a CRD. */
type CrdStepFailure = Omit<PlanFailure, 'object'>;

/** Violations in a message: the first ones show what to repair. */
const SHOWN = 3;

/**
 * The failure of the step; undefined if OLM updates the CRD.
 *
 * @param existing the CRD of the cluster
 * @param objects the objects of the cluster, of any kind
 */
export function crdStepFailure(
  existing: KubernetesObject,
  crd: KubernetesObject,
  objects: readonly KubernetesObject[],
): CrdStepFailure | undefined {
  return invalidObject(existing, crd, objects) ?? lostVersion(existing, crd);
}

function versionsOf({ spec }: KubernetesObject): readonly Readonly<Record<string, unknown>>[] {
  return listOf(fieldsOf(spec).versions);
}

function lostVersion(existing: KubernetesObject, crd: KubernetesObject): CrdStepFailure | undefined {
  const names = versionsOf(crd).map(({ name }) => name);
  const lost = names.length === 0 ? undefined : storedVersionsOf(existing).find((name) => !names.includes(name));
  if (lost === undefined) return undefined;
  const { name } = crd.metadata;
  return {
    message: `risk of data loss updating "${name}": new CRD removes version ${lost} that is listed as a stored version on the existing CRD (status.storedVersions)`,
    fix: `store all objects of ${name} in a version that stays, and then remove ${lost} from status.storedVersions of the CRD`,
  };
}

function invalidObject(
  existing: KubernetesObject,
  crd: KubernetesObject,
  objects: readonly KubernetesObject[],
): CrdStepFailure | undefined {
  const { group, names, conversion } = fieldsOf(crd.spec);
  // OLM trusts the webhook to convert.
  if (fieldsOf(conversion).strategy === 'Webhook') return undefined;
  const { kind } = fieldsOf(names);
  const own = objects.filter((object) => object.kind === kind && groupOf(object.apiVersion) === group);
  const served = new Set(versionsOf(existing).flatMap(({ name, served: is }) => (is === true ? [name] : [])));
  for (const { name, served: is, schema } of versionsOf(crd)) {
    if (is !== true || !served.has(name)) continue;
    for (const object of own) {
      const asked = { ...object, apiVersion: `${String(group)}/${String(name)}` };
      const violations = schemaViolations(asked, fieldsOf(schema).openAPIV3Schema);
      if (violations.length === 0) continue;
      const reference = formatReference(referenceTo(object));
      return {
        message: `error validating existing CRs against new CRD's schema for "${crd.metadata.name}": ${reference}: updated validation is too restrictive: ${violations.slice(0, SHOWN).join('; ')}`,
        fix: `make ${reference} valid under the new schema before the upgrade`,
      };
    }
  }
  return undefined;
}
