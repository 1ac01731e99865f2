/** Reports Flux Kustomizations, HelmReleases and Argo CD Applications that edit manifests before they apply them. */

import { groupOf } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { ARGO_GROUP } from '../../../base/tools/argo-cd.js';
import { HELM_GROUP, KUSTOMIZE_GROUP } from '../../../base/tools/flux.js';
import { listed } from '../../../base/wording/phrases.js';
import type { State } from '../../state/state.js';
import { withoutTiming } from '../changed/delivered-version.js';
import { parametersAsValues, restOfValues } from '../changed/files/plain-values.js';
import { isOfGuard } from '../changed/guard-names.js';
import { riskRule } from '../risk-rule.js';

/** Fields of a Flux Kustomization that patch, substitute, prefix or re-namespace. */
const FLUX = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'postBuild',
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'images',
  'components',
];
/** Fields of an Argo CD source that create manifests other than those in the folder. */
const ARGO_CD = ['kustomize', 'helm', 'plugin', 'chart'];

export const appliedDifferently = riskRule('applied-differently', 'error', 'Manifests are changed on their way to the cluster', {
  class: 'cluster',
  effect: 'unknown',
  // Where something comes from says more than how it is changed on its way.
  order: 1,
  references: ['CWE-471'],
  meaning:
    "A Flux Kustomization or Argo CD Application patches the objects that it applies, substitutes variables in them, or changes their name prefix or namespace. The review reads the manifests as they are in the folder. It is an error when a change adds or alters this, or the ConfigMaps with the variables; otherwise a warning. Another version or interval is not reported, nor a later version of an image, a size or a text for people among the values of a chart, nor a chart of the target branch that is rendered here with the Application's values, nor a Flux Kustomization of this repository whose settings are all known, because the review reads what it makes of its path.",
  attack:
    "A patch in `spec.patches` removes an OperatorGroup's target namespaces, or adds a subject to a binding, and the reviewed manifests stay the same.",
  fix: 'Build the manifests and review the result, or put the change into the manifests.',
  severityWhenNew: 'error',
  find: ({ state }) =>
    state.given.flatMap((object) => {
      const fields = changingFields(object);
      const own = state.ownSources?.get(object);
      if (fields.length === 0 || state.appliedHere?.has(object)) return [];
      // What other settings make of the manifests is read where the manifests are; whether a new object applies them is not.
      const isRead = own?.missing.length === 0 && !own.isChanged;
      return [
        {
          severity: 'warning' as const,
          subject: referenceTo(object),
          says: `changes manifests before they are applied (${listed(fields)}); the result was not reviewed`,
          at: ['spec'],
          identity: isRead
            ? [String(fieldsOf(object.spec).path)]
            : [
                sortedText(own ? settingsOf(object) : isOfGuard(object) ? withoutTiming(object.spec) : deciding(object.spec)),
                ...substitutes(object, state),
              ],
        },
      ];
    }),
});

/** The fields of `syncPolicy` about the time of a sync and its retries. */
const WHEN: ReadonlySet<string> = new Set(['automated', 'retry']);

/**
 * The spec without timing, without edit permissions on the Applications of a set, and without the applied version and plain values:
 * `outside-source` reports others.
 */
function deciding(spec: unknown): Fields {
  const { source, sources, template, syncPolicy, values, chart, ignoreApplicationDifferences: _, ...rest } = withoutTiming(spec);
  const inside = fieldsOf(template);
  const synced = Object.entries(fieldsOf(syncPolicy)).filter(([field]) => !WHEN.has(field));
  return {
    ...rest,
    ...(values === undefined ? {} : { values: restOfValues(values) }),
    ...(chart === undefined ? {} : { chart: decidingOfChart(chart) }),
    ...(synced.length > 0 ? { syncPolicy: Object.fromEntries(synced) } : {}),
    sources: [fieldsOf(source), ...listOf(sources)].map(({ targetRevision: _, helm, ...others }) => ({
      ...others,
      helm: decidingOfHelm(helm),
    })),
    ...(template === undefined ? {} : { template: { ...inside, spec: deciding(inside.spec) } }),
  };
}

/** The chart of a HelmRelease without its version. */
function decidingOfChart(chart: unknown): Fields {
  const { spec, ...others } = fieldsOf(chart);
  const { version: _, ...source } = fieldsOf(spec);
  return { ...others, spec: source };
}

/** The settings of Helm without sizes, texts for people and versions of images, which `outside-source` reports. */
function decidingOfHelm(helm: unknown): Fields {
  const { values, valuesObject, ...others } = fieldsOf(helm);
  const named = parametersAsValues(others.parameters);
  return {
    ...others,
    ...(named ? { parameters: [named.rest, restOfValues(named.values)] } : {}),
    values: restOfValues(values ?? {}),
    valuesObject: restOfValues(valuesObject ?? {}),
  };
}

/** The content of ConfigMaps and Secrets that a Flux Kustomization substitutes, if the input contains them. */
function substitutes({ spec, metadata: { namespace } }: KubernetesObject, { given }: State): string[] {
  const named = new Set(
    listOf(fieldsOf(fieldsOf(spec).postBuild).substituteFrom).map(({ kind, name }) => `${String(kind)} ${namespace}/${String(name)}`),
  );
  if (named.size === 0) return [];
  return given
    .filter((object) => named.has(formatReference(referenceTo(object))))
    .map(({ data, stringData }) => sortedText([data, stringData]));
}

/** The settings of a Kustomization of Flux whose paths are of this repository: another path is read. */
export function settingsOf({ spec }: KubernetesObject): Fields {
  return Object.fromEntries(FLUX.map((field) => [field, fieldsOf(spec)[field]]));
}

function changingFields({ apiVersion, kind, spec }: KubernetesObject): string[] {
  // Some manifests of bundles have no apiVersion.
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  if (group === KUSTOMIZE_GROUP && kind === 'Kustomization') return set(fieldsOf(spec), FLUX, 'spec');
  if (group === HELM_GROUP && kind === 'HelmRelease') return set(fieldsOf(spec), ['postRenderers'], 'spec');
  if (group !== ARGO_GROUP) return [];
  if (kind === 'Application') return ofSources(fieldsOf(spec), 'spec');
  return kind === 'ApplicationSet' ? ofSources(fieldsOf(fieldsOf(fieldsOf(spec).template).spec), 'spec.template.spec') : [];
}

function ofSources(spec: Fields, at: string): string[] {
  const sources = [
    ...(spec.source === undefined ? [] : [[fieldsOf(spec.source), `${at}.source`] as const]),
    ...listOf(spec.sources).map((source: Fields, index) => [source, `${at}.sources[${index}]`] as const),
  ];
  return sources.flatMap(([source, path]) => [
    ...set(source, ARGO_CD, path),
    ...set(fieldsOf(source.directory), ['jsonnet', 'exclude', 'include'], `${path}.directory`),
  ]);
}

function set(fields: Fields, names: readonly string[], at: string): string[] {
  return names.filter((name) => !isEmpty(fields[name])).map((name) => `${at}.${name}`);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}
