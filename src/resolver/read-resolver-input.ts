/** Documents → what the resolver is told. All problems come back at once. */

import type { z } from 'zod';
import { isCatalogBlob } from '../catalog/catalog-blobs.js';
import { templatedImage } from '../catalog/catalog-image.js';
import { defaultPriority, disabledSources, MARKETPLACE, operatorHubSchema } from '../catalog/default-sources.js';
import { groupBy } from '../kubernetes/group-by.js';
import { groupOf } from '../kubernetes/kinds.js';
import { listItems } from '../kubernetes/list-items.js';
import { check } from '../manifest/check.js';
import type { ParsedDocument } from '../manifest/parse.js';
import { isMapping } from '../manifest/plain-data.js';
import type { SourceReference, UnlocatedProblem } from '../manifest/problem.js';
import type { BundleOutline } from '../model/bundle.js';
import { isCopied } from '../model/cluster-service-version.js';
import { operatorConditionSchema, whyNotUpgradeable } from '../model/operator-condition.js';
import {
  IMAGE_TEMPLATE,
  type ResolverCatalog,
  type ResolverCsv,
  type ResolverGroup,
  type ResolverInput,
  type ResolverSubscription,
} from '../model/resolver-input.js';
import { DEFAULT_KUBE_VERSION } from '../rules/available.js';
import { catalogSourceDocument, csvDocument, operatorGroupDocument, subscriptionDocument } from './documents.js';
import { catalogsOf } from './read-catalogs.js';
import { specProperties } from './spec-properties.js';

const GROUP = 'operators.coreos.com';
const PROPERTIES_ANNOTATION = 'operatorframework.io/properties';
const EXCLUDES_GLOBAL = 'olm.operatorframework.io/exclude-global-namespace-resolution';

/** An object that passed its schema. */
interface Read<T> {
  readonly value: T;
  readonly source: SourceReference;
}

/** How documents are taken. */
export interface ReadOptions {
  /** @default 'olm' */
  readonly globalCatalogNamespace?: string;
  /** Whether catalogs are taken as they are, without the rules of `opm validate`. @default false */
  readonly lax?: boolean;
  /** Of the cluster: images of catalogs can follow it. @default '1.32.0' */
  readonly kubeVersion?: string;
  /** Bundles of folders: they stand for the catalogs that Subscriptions name and the input does not hold. */
  readonly bundles?: readonly BundleOutline[];
}

/**
 * Reads everything that the resolver looks at.
 *
 * @param documents manifests and the blobs of file-based catalogs
 */
export function readResolverInput(
  documents: readonly ParsedDocument[],
  { globalCatalogNamespace, lax = false, kubeVersion = DEFAULT_KUBE_VERSION, bundles = [] }: ReadOptions = {},
): { input: ResolverInput; problems: UnlocatedProblem[] } {
  const problems: UnlocatedProblem[] = [];
  const objects = documents.flatMap(opened);
  const ofKind = <T>(kind: string, schema: z.ZodType<T>, group = GROUP): Read<T>[] =>
    objects
      .filter(({ value }) => isMapping(value) && value.kind === kind && groupOf(String(value.apiVersion ?? '')) === group)
      .flatMap(({ value, source }) => {
        const checked = check(schema, value, source);
        for (const problem of checked.problems) problems.push(problem);
        return checked.value === undefined ? [] : [{ value: checked.value, source }];
      });

  const subscriptions = ofKind('Subscription', subscriptionDocument).map(subscriptionOf);
  const conditions = ofKind('OperatorCondition', operatorConditionSchema);
  const heldBack = new Map(conditions.flatMap(({ value }) => heldBackBy(value)));
  const csvs = ofKind('ClusterServiceVersion', csvDocument)
    .filter(({ value }) => !isCopied(value))
    .map((read) => csvOf(read, heldBack));
  const groups = ofKind('OperatorGroup', operatorGroupDocument).map(groupOfDocument);
  const sources = ofKind('CatalogSource', catalogSourceDocument).map((read) => catalogSourceOf(read, kubeVersion));
  const hubs = ofKind('OperatorHub', operatorHubSchema, 'config.openshift.io');
  const blobs = objects.filter(({ value }) => isCatalogBlob(value));
  const catalogs = withHub(catalogsOf(blobs, { sources, subscriptions, bundles, lax }, problems), hubs);
  problems.push(
    ...duplicates('Subscription', subscriptions),
    ...duplicates('ClusterServiceVersion', csvs),
    ...duplicates('CatalogSource', sources),
  );
  return { input: { catalogs, subscriptions, csvs, groups, ...(globalCatalogNamespace ? { globalCatalogNamespace } : {}) }, problems };
}

/** A List is opened. */
function opened({ value, source }: ParsedDocument): ParsedDocument[] {
  const items = listItems(value);
  if (!items) return [{ value, source }];
  return items.map((item, index) => ({ value: item, source: { ...source, path: [...source.path, 'items', index] } }));
}

function subscriptionOf({ value: { metadata, spec, status }, source }: Read<z.infer<typeof subscriptionDocument>>): ResolverSubscription {
  const namespace = metadata.namespace || 'default';
  return {
    namespace,
    name: metadata.name,
    packageName: spec.name,
    ...(spec.channel ? { channel: spec.channel } : {}),
    ...(spec.startingCSV ? { startingCSV: spec.startingCSV } : {}),
    catalogSource: spec.source,
    catalogSourceNamespace: spec.sourceNamespace ?? '',
    ...(spec.installPlanApproval ? { approval: spec.installPlanApproval } : {}),
    ...(status?.installedCSV ? { installedCSV: status.installedCSV } : {}),
    ...(status?.currentCSV ? { currentCSV: status.currentCSV } : {}),
    ...(metadata.labels?.['olm.managed'] === 'true' ? { generated: true } : {}),
    source,
  };
}

function csvOf(
  { value: { metadata, spec, status }, source }: Read<z.infer<typeof csvDocument>>,
  heldBack: ReadonlyMap<string, string>,
): ResolverCsv {
  const namespace = metadata.namespace || 'default';
  const propertiesAnnotation = metadata.annotations?.[PROPERTIES_ANNOTATION];
  const notUpgradeable = heldBack.get(`${namespace}/${metadata.name}`);
  return {
    namespace,
    name: metadata.name,
    ...(spec?.version ? { version: spec.version } : {}),
    ...(spec?.replaces ? { replaces: spec.replaces } : {}),
    ...(status?.phase ? { phase: status.phase } : {}),
    ...(propertiesAnnotation === undefined ? {} : { propertiesAnnotation }),
    specProperties: specProperties(spec),
    ...(notUpgradeable === undefined ? {} : { notUpgradeable }),
    source,
  };
}

function groupOfDocument({ value: { metadata, spec }, source }: Read<z.infer<typeof operatorGroupDocument>>): ResolverGroup {
  return {
    namespace: metadata.namespace || 'default',
    name: metadata.name,
    ...(spec?.upgradeStrategy ? { upgradeStrategy: spec.upgradeStrategy } : {}),
    ...(metadata.annotations?.[EXCLUDES_GLOBAL] === 'true' ? { excludesGlobal: true } : {}),
    source,
  };
}

function catalogSourceOf(
  { value: { metadata, spec, status }, source }: Read<z.infer<typeof catalogSourceDocument>>,
  kubeVersion: string,
): ResolverCatalog {
  const template = metadata.annotations?.[IMAGE_TEMPLATE];
  const templated = template ? templatedImage(template, kubeVersion) : undefined;
  const image = templated && 'image' in templated ? templated.image : spec?.image;
  const connection = status?.connectionState?.lastObservedState;
  return {
    namespace: metadata.namespace || 'default',
    name: metadata.name,
    ...(spec?.priority ? { priority: spec.priority } : {}),
    ...(image ? { image } : {}),
    ...(templated && 'error' in templated ? { imageError: templated.error } : {}),
    ...(connection && connection !== 'READY' ? { connection } : {}),
    packages: [],
    known: false,
    source,
  };
}

/** Default sources that OpenShift's OperatorHub turns off serve nothing, unless a CatalogSource of the name takes their place. */
function withHub(catalogs: readonly ResolverCatalog[], hubs: readonly Read<z.infer<typeof operatorHubSchema>>[]): ResolverCatalog[] {
  const disabled = new Map(hubs.flatMap(({ value, source }) => disabledSources(value).map((name) => [name, source] as const)));
  const asDefault = (catalog: ResolverCatalog): ResolverCatalog => {
    const priority = defaultPriority(catalog);
    if (catalog.source || priority === undefined) return catalog;
    const disabledBy = disabled.get(catalog.name);
    return { ...catalog, priority, ...(disabledBy ? { packages: [], known: true, disabledBy } : {}) };
  };
  const missing = [...disabled].filter(([name]) => !catalogs.some((one) => one.namespace === MARKETPLACE && one.name === name));
  return [
    ...catalogs.map(asDefault),
    ...missing.map(([name, disabledBy]) => ({ namespace: MARKETPLACE, name, packages: [], known: true, disabledBy })),
  ];
}

/** A CSV whose OperatorCondition holds its upgrade back, and why. */
function heldBackBy(condition: z.infer<typeof operatorConditionSchema>): [string, string][] {
  const { namespace, name } = condition.metadata;
  const why = whyNotUpgradeable(condition);
  return why === undefined ? [] : [[`${namespace || 'default'}/${name}`, why]];
}

function duplicates(
  kind: string,
  objects: readonly { readonly namespace: string; readonly name: string; readonly source?: SourceReference }[],
): UnlocatedProblem[] {
  return [...groupBy(objects, ({ namespace, name }) => `${kind} ${namespace}/${name}`)].flatMap(([key, [first, ...more]]) =>
    more.flatMap(({ source }): UnlocatedProblem[] =>
      source
        ? [
            {
              code: 'DUPLICATE_OBJECT',
              message: `${key} is given twice`,
              found: first?.source ? `also in ${first.source.file}, document ${first.source.document + 1}` : 'another one',
              expected: 'one document for one object',
              fix: 'remove one of the two; which of them a cluster would keep depends on the order',
              source,
              at: ['metadata', 'name'],
            },
          ]
        : [],
    ),
  );
}
