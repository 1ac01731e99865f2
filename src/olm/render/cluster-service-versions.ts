/**
 * CSVs with the annotations of their group and the verdict as `status`, and their copies in target namespaces (design document,
 * "OperatorGroup CSV Annotations" and "Copied CSVs").
 */
import { isStored, type KubernetesObject, type ObjectMeta } from '../../base/kubernetes/object.js';
import { normalForm } from '../../base/kubernetes/structure/normal-form.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import { COPIED_FROM_LABEL, GROUP_ANNOTATIONS, TARGET_NAMESPACES_ANNOTATION } from '../model/csv-labels.js';
import { csvReference } from '../model/finding.js';
import { formatNamespaceSet } from '../rules/namespace-set.js';
import type { ResolvedCsv } from '../rules/resolution.js';
import type { Generator } from './context.js';
import { copyNamespaces, isGlobal } from './copies-of.js';
import { copyable, isComponentLabel, nonEmpty, ownMetadata } from './metadata.js';
import type { Conventions } from './profile/conventions.js';
import type { Made } from './rendered.js';

// The CSV as OLM stores it: objects applied from Git have to equal the output of OLM's own client.

/**
 * A CSV in its normal form, with the API server's only apiVersion for it.
 *
 * @example
 * normalCsv(csv.manifest) // before annotations and status are added
 */
export function normalCsv(manifest: KubernetesObject): KubernetesObject {
  return normalForm({ ...manifest, apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion' }).object;
}

export const clusterServiceVersions: Generator = ({ resolution, conventions }) =>
  resolution.csvs.map((csv) => ({ object: annotatedCsv(csv, conventions), owner: csvReference(csv.csv) }));

/** The CSV with the annotations of its group, and with the verdict in place of its own status. */
export function annotatedCsv(resolved: ResolvedCsv, conventions: Conventions): KubernetesObject {
  const { csv, verdict } = resolved;
  const group = conventions.annotatingGroup(resolved);
  const targets = conventions.annotatedTargets(resolved);
  const { status: _, metadata, spec, ...rest } = normalCsv(csv.manifest);
  const isCopy = verdict.neverSynced === 'IsCopied';
  const annotations = {
    ...(isCopy ? metadata.annotations : foreignAnnotations(csv.manifest)),
    ...(group && !isCopy ? conventions.groupAnnotations(group) : {}),
    ...(targets && !isCopy ? { [TARGET_NAMESPACES_ANNOTATION]: formatNamespaceSet(targets) } : {}),
  };
  const { phase, reason, message } = verdict;
  return {
    ...rest,
    ...(isMapping(spec) ? { spec: without(spec, conventions.unknownCsvFields) } : {}),
    metadata: ownMetadata(isCopy ? disowned(metadata) : metadata, annotations),
    ...(phase === '' ? {} : { status: { phase, reason, message } }),
  };
}

function without(spec: Readonly<Record<string, unknown>>, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return fields.some((field) => spec[field] !== undefined)
    ? Object.fromEntries(Object.entries(spec).filter(([field]) => !fields.includes(field)))
    : spec;
}

/** The annotations without those of OLM in a snapshot: they belong to the CSV's earlier group, which may no longer exist. */
function foreignAnnotations(manifest: KubernetesObject): Readonly<Record<string, string>> {
  const annotations = manifest.metadata.annotations ?? {};
  if (!isStored(manifest)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !GROUP_ANNOTATIONS.some((own) => own === key)));
}

/** The metadata without component labels: OLM excludes copies from the parts of an operator. */
function disowned(metadata: ObjectMeta): ObjectMeta {
  return { ...metadata, labels: Object.fromEntries(Object.entries(metadata.labels ?? {}).filter(([key]) => !isComponentLabel(key))) };
}

/** Copied CSVs: they show the users of a target namespace which operators watch it (design document, "Copied CSVs"). */
export const copiedCsvs: Generator = (context) => {
  const { conventions } = context;
  const originals = new Set(context.resolution.csvs.map(({ csv }) => `${csv.namespace}/${csv.name}`));
  return context.resolution.csvs
    .filter((csv) => conventions.isCopied(csv) && !(isGlobal(csv) && context.cluster.copiedCSVsDisabled))
    .flatMap((csv): Made[] => {
      // An original with the same name stays unchanged.
      const namespaces = copyNamespaces(csv, context).filter((namespace) => !originals.has(`${namespace}/${csv.csv.name}`));
      if (namespaces.length === 0) return [];
      const { metadata, ...rest } = annotatedCsv(csv, conventions);
      const labels = {
        ...copyable(metadata.labels, isComponentLabel),
        [COPIED_FROM_LABEL]: csv.csv.namespace,
      };
      // The list of targets would reveal other tenants to a tenant.
      const annotations = copyable(metadata.annotations, (key) => key === TARGET_NAMESPACES_ANNOTATION);
      return [
        {
          object: {
            ...rest,
            metadata: { name: metadata.name, labels, ...nonEmpty('annotations', annotations) },
            status: {
              phase: csv.verdict.phase,
              reason: 'Copied',
              message: `The operator is running in ${csv.csv.namespace} but is managing this namespace`,
            },
          },
          owner: csvReference(csv.csv),
          copies: { namespaces, ownerNamespaceLabel: false },
        },
      ];
    });
};
