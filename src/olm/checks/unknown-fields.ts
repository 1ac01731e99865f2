/**
 * Finds unknown fields of OperatorGroups, Subscriptions, ClusterExtensions and ClusterCatalogs. A group with `targetNamespace` instead of
 * `targetNamespaces` selects all namespaces, without any message from OLM.
 */

import { type KubernetesObject, referenceTo } from '../../base/kubernetes/object.js';
import { type RefusedField, refusals } from '../../base/kubernetes/structure/refusals.js';
import { kindStructure, structureType } from '../../base/kubernetes/structure/structure.js';
import type { StructureType } from '../../base/kubernetes/structure/type.js';
import { type FieldPath, formatFieldPath, valueAt } from '../../base/manifest/field-path.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { ClusterServiceVersion } from '../model/cluster-service-version.js';
import type { Discovery } from '../model/finding.js';
import { nearest } from '../model/nearest.js';
import { unknownCsvFields } from '../model/olm-version.js';
import { type Versions, versionsOf, versionsText } from '../model/versions.js';
import { clusterRule } from './surroundings.js';

/** Fields of a spec whose absence changes the meaning of the object. */
const MEANING: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    OperatorGroup: ['targetNamespaces', 'selector', 'serviceAccountName', 'staticProvidedAPIs', 'upgradeStrategy'],
    Subscription: ['channel', 'startingCSV', 'installPlanApproval', 'name', 'source', 'sourceNamespace', 'config'],
  }),
);

/** The current version of each kind. Older versions have the same fields. */
const CURRENT: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    OperatorGroup: 'operators.coreos.com/v1',
    Subscription: 'operators.coreos.com/v1alpha1',
  }),
);

/** An error if the field resembles a known one, a warning otherwise. Unknown fields are not rendered. */
export const unknownFields = clusterRule('unknown-field', 'error', 'An object of OLM has a field that does not exist', {
  meaning:
    'An OperatorGroup, Subscription, ClusterExtension or ClusterCatalog has an unknown field, which has no effect, and server-side apply refuses the object. A group with `targetNamespace` targets all namespaces. A CSV field of a newer OLM is a warning: `spec.release` does not exist before v0.39.',
  fix: 'Correct or remove the field.',
  find: (cluster) => [
    ...[...cluster.operatorGroups, ...cluster.subscriptions, ...cluster.clusterExtensions, ...cluster.catalogs].flatMap(({ manifest }) =>
      manifest ? unknownFieldsOf(manifest) : [],
    ),
    ...cluster.clusterServiceVersions.flatMap((csv) => newerFieldsOf(csv, versionsOf(cluster.versions))),
  ],
});

/** Warnings about fields of a CSV that only a newer OLM has. */
function newerFieldsOf({ manifest }: ClusterServiceVersion, versions: Versions): Discovery[] {
  const spec = isMapping(manifest.spec) ? manifest.spec : {};
  return unknownCsvFields(versions.olm)
    .filter((field) => spec[field] !== undefined)
    .map((field) => ({
      severity: 'warning' as const,
      subject: referenceTo(manifest),
      message: `${versionsText(versions)} has no spec.${field} of a CSV: OLM drops it, while kubectl apply and server-side apply refuse the whole CSV; it is not rendered`,
      fix: 'remove it, or upgrade OLM first',
      related: [],
      at: { object: referenceTo(manifest), field: ['spec', field] },
    }));
}

/** The unknown fields in a manifest of one of these kinds. */
export function unknownFieldsOf(manifest: KubernetesObject): Discovery[] {
  return refusals({ ...manifest, apiVersion: CURRENT.get(manifest.kind) ?? manifest.apiVersion })
    .filter(({ reason, path }) => reason === 'unknown-field' && path[0] !== 'status')
    .map((refusal) => unknownField(manifest, refusal));
}

function unknownField(manifest: KubernetesObject, { path }: RefusedField): Discovery {
  const written = String(path.at(-1));
  const meant = nearest(written, fieldsAt(manifest, path.slice(0, -1)));
  // A field with the name of another place in the structure belongs there.
  const [place] = manifest.apiVersion === V1 ? placesOf(written, rootOf(manifest)) : [];
  const changesMeaning =
    place !== undefined ||
    (meant !== undefined &&
      path[0] === 'spec' &&
      (manifest.apiVersion === V1 || (path.length === 2 && (MEANING.get(manifest.kind) ?? []).includes(meant))));
  return {
    ...(changesMeaning ? {} : { severity: 'warning' }),
    subject: referenceTo(manifest),
    message:
      `${formatFieldPath(path)} is not a field of an ${manifest.kind}, has no effect and is not rendered${changesMeaning ? consequence(manifest, meant ?? written) : ''}`.replace(
        /\ban (?=Subscription|Cluster)/,
        'a ',
      ),
    fix: place ? `move it to ${formatFieldPath(place)}` : meant === undefined ? 'remove it' : `did you mean ${meant}?`,
    related: [],
    at: { object: referenceTo(manifest), field: path },
  };
}

/** The effect of the missing field that was meant. */
function consequence({ kind, spec }: KubernetesObject, meant: string): string {
  const others = (spec ?? {}) as Readonly<Record<string, unknown>>;
  const isTarget = kind === 'OperatorGroup' && (meant === 'targetNamespaces' || meant === 'selector');
  if (isTarget && !others.targetNamespaces && !others.selector) return '; the group targets all namespaces';
  return `; ${meant} is not set`;
}

const V1 = 'olm.operatorframework.io/v1';

function rootOf(manifest: KubernetesObject): StructureType | undefined {
  return kindStructure({ kind: manifest.kind, apiVersion: CURRENT.get(manifest.kind) ?? manifest.apiVersion })?.root;
}

/** The places in a structure where a field has this name. */
function placesOf(name: string, type: StructureType | undefined, at: FieldPath = []): FieldPath[] {
  return Object.entries(type?.fields ?? {}).flatMap(([field, index]) => [
    ...(field === name ? [[...at, field]] : []),
    ...(at.length === 0 && field !== 'spec' ? [] : placesOf(name, structureType(index), [...at, field])),
  ]);
}

/** The known fields at a place. */
function fieldsAt(manifest: KubernetesObject, path: FieldPath): string[] {
  const root = rootOf(manifest);
  const type = path.reduce((current: typeof root, step) => {
    const next = typeof step === 'number' ? current?.items : ((valueAt(current?.fields, [step]) as number | undefined) ?? current?.values);
    return next === undefined ? undefined : structureType(next);
  }, root);
  return Object.keys(type?.fields ?? {});
}
