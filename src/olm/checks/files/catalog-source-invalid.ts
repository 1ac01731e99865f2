/** Reports CatalogSources that OLM refuses (validateSourceType in OLM's catalog/operator.go), or reads otherwise than they are written. */
import { groupOf, OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { isNamedObject, referenceTo } from '../../../base/kubernetes/object.js';
import { isMapping } from '../../../base/manifest/plain-data.js';
import type { Catalog } from '../../model/catalog.js';
import { type Discovery, type Finding, toFinding } from '../../model/finding.js';
import { clusterRule } from '../surroundings.js';

export const catalogSourceInvalid = clusterRule('catalog-source-invalid', 'error', 'OLM refuses a CatalogSource', {
  needsOlm: true,
  meaning:
    'The `spec` of a CatalogSource has an unknown `sourceType`, or lacks the image, the address or the ConfigMap of its type. OLM serves nothing of it (SpecInvalidError), and resolves nothing in a namespace that sees it. It is a warning for a polling interval that is no duration: OLM polls every 15 minutes. It is a warning for a ConfigMap that the input lacks: OLM reports ConfigMapError unless the cluster has it.',
  fix: 'Set `spec.sourceType` to `grpc` with `spec.image` or `spec.address`, or to `configmap` with `spec.configMap`.',
  find: ({ catalogs }) => catalogs.filter(({ manifest }) => manifest?.kind === 'CatalogSource').flatMap(mistakesOf),
});

function mistakesOf({ namespace, name, manifest }: Catalog): Discovery[] {
  const subject = { kind: 'CatalogSource', namespace, name };
  const spec = isMapping(manifest?.spec) ? manifest.spec : {};
  const why = refusal(spec);
  return [
    ...(why === undefined
      ? []
      : [
          {
            subject,
            message: `OLM refuses it, and says SpecInvalidError: ${why.message}; it serves nothing, and no namespace that sees it resolves`,
            fix: why.fix,
            at: { object: subject, field: ['spec', ...why.field] },
          },
        ]),
    ...intervalsOf(spec).map((interval): Discovery => {
      const field = ['spec', 'updateStrategy', 'registryPoll', 'interval'];
      return {
        severity: 'warning',
        subject,
        message: `spec.updateStrategy.registryPoll.interval ${interval === '' ? 'is empty' : `is ${interval}, which is no duration`}, so OLM polls every 15 minutes`,
        fix: 'write a duration such as 45m or 1h30m',
        at: { object: subject, field },
      };
    }),
  ];
}

/** Finds CatalogSources whose ConfigMap the input lacks (ConfigMapReconciler of OLM's registry/reconciler/configmap.go). */
export function configMapsAbsent(given: readonly unknown[]): Finding[] {
  const objects = given.filter(isNamedObject);
  const configMaps = new Set(
    objects.flatMap(({ kind, metadata }) => (kind === 'ConfigMap' ? [`${metadata.namespace}/${metadata.name}`] : [])),
  );
  return objects.flatMap((object): Finding[] => {
    const { apiVersion, kind, metadata, spec } = object;
    if (kind !== 'CatalogSource' || groupOf(apiVersion) !== OLM_GROUP || !isMapping(spec)) return [];
    const { sourceType, configMap } = spec;
    if ((sourceType !== 'configmap' && sourceType !== 'internal') || typeof configMap !== 'string' || configMap === '') return [];
    const name = `${metadata.namespace}/${configMap}`;
    if (configMaps.has(name)) return [];
    const subject = referenceTo(object);
    return [
      toFinding(catalogSourceInvalid, {
        severity: 'warning',
        subject,
        message: `the input has no ConfigMap ${name}; OLM reports ConfigMapError and serves nothing without it`,
        fix: `add the ConfigMap ${name} to the input, if the cluster lacks it`,
        at: { object: subject, field: ['spec', 'configMap'] },
      }),
    ];
  });
}

interface Refusal {
  readonly message: string;
  readonly fix: string;
  readonly field: readonly string[];
}

function refusal({ sourceType = '', image, address, configMap }: Record<string, unknown>): Refusal | undefined {
  switch (sourceType) {
    case 'internal':
    case 'configmap':
      if (configMap) return undefined;
      return {
        message: `configmap name unset: must be set for sourcetype: ${sourceType}`,
        fix: 'set spec.configMap, or spec.sourceType to grpc',
        field: ['sourceType'],
      };
    case 'grpc':
      if (image || address) return undefined;
      return {
        message: 'image and address unset: at least one must be set for sourcetype: grpc',
        fix: 'set spec.image or spec.address',
        field: ['sourceType'],
      };
    default:
      return {
        message: `unknown sourcetype: ${sourceType}`,
        fix: 'set spec.sourceType to grpc or configmap',
        field: sourceType === '' ? [] : ['sourceType'],
      };
  }
}

/** Go's time.ParseDuration. */
const DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)$/;

/** The polling interval, if it is no duration (UpdateStrategy.UnmarshalJSON of OLM's API). */
function intervalsOf({ updateStrategy }: Record<string, unknown>): string[] {
  const poll = isMapping(updateStrategy) ? updateStrategy.registryPoll : undefined;
  if (!isMapping(poll)) return [];
  const interval = typeof poll.interval === 'string' ? poll.interval : '';
  return DURATION.test(interval) ? [] : [interval];
}
