/**
 * Finds operator sources with content that was not reviewed: extensions of another profile, and content that neither the input nor BASE
 * contains.
 */

import { isDeepStrictEqual } from 'node:util';
import { repositoryOf } from '../../../../base/kubernetes/image-owner.js';
import { formatReference, type KubernetesObject } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, textOf } from '../../../../base/kubernetes/pod-spec.js';
import { sortedText } from '../../../../base/manifest/plain-data.js';
import { joined, MAKES_KNOWN } from '../../../../base/wording/phrases.js';
import { MARKETPLACE } from '../../../../olm/catalog/catalog-source.js';
import { isCertifiedCatalog } from '../../../../olm/catalog/certified.js';
import { IMAGE_TEMPLATE } from '../../../../olm/model/catalog-places.js';
import type { ClusterExtension } from '../../../../olm/model/cluster-extension.js';
import type { ClusterServiceVersion } from '../../../../olm/model/cluster-service-version.js';
import { extensionSource } from '../../../../olm/model/extension-source.js';
import { csvReference } from '../../../../olm/model/finding.js';
import { staleText } from '../../../../olm/model/operator-not-known.js';
import type { Subscription } from '../../../../olm/model/subscription.js';
import type { UnknownOperator } from '../../../../olm/model/unknown-operator.js';
import type { State } from '../../../state/state.js';
import { isMade } from '../migration.js';

/** Whether the profile of a state evaluates a ClusterExtension; only one of the profiles does. */
export function isEvaluated(extension: string, { made = [] }: State): boolean {
  return made.some(({ owner }) => owner.kind === 'ClusterExtension' && owner.name === extension);
}

/** The reason why the content of a new or changed source was not reviewed; undefined if it was. */
export function unjudged(object: KubernetesObject, base: State, head: State): string | undefined {
  const extension = object.kind === 'ClusterExtension' && head.cluster.clusterExtensions.find(({ name }) => name === object.metadata.name);
  if (extension && extension.stale !== undefined) return `${staleText(extension.stale)}: run cdk8s-olm lock --update`;
  if (unknownExtension(object, head)) return `what it installs is not known (${MAKES_KNOWN})`;
  if (object.kind === 'ClusterExtension')
    return isEvaluated(object.metadata.name, head)
      ? undefined
      : 'what it installs is not in this review, and --profile olm-v1 evaluates it';
  if (isCatalog(object)) {
    const known = new Set(base.given.filter(isCatalog).flatMap(originsOf));
    const isKnown = originsOf(object).every((origin) => known.has(origin));
    return isKnown ? undefined : 'no catalog came from that place before, and its content was not reviewed';
  }
  const subscription = subscriptionOf(object, head);
  if (!subscription) return undefined;
  const stale = unknownOf(object, head)?.stale;
  if (stale) return `${staleText(stale)}: run cdk8s-olm lock --update`;
  const csv = csvOf(subscription, head);
  if (!csv) return 'what it installs is not in the input and was not reviewed';
  const isThere = subscriptionOf(object, base) !== undefined;
  const isPinned = csv.name === subscription.startingCSV;
  if (isThere && !csv.bundle && !isPinned)
    return `this review uses ClusterServiceVersion ${csv.name} of the input, whatever OLM installs next`;
  return fromNewCatalog(object, base, head);
}

/** The ClusterExtension of an object, if its content is not known. */
export function unknownExtension({ kind, metadata }: KubernetesObject, { cluster }: State): ClusterExtension | undefined {
  return kind === 'ClusterExtension'
    ? cluster.clusterExtensions.find(({ name, isUnknown }) => isUnknown && name === metadata.name)
    : undefined;
}

/** Text about a Subscription that changes to a catalog that nothing named before. */
export function fromNewCatalog(object: KubernetesObject, base: State, head: State): string | undefined {
  const subscription = subscriptionOf(object, head);
  return subscription && subscriptionOf(object, base) && !namesCatalog(base, subscription)
    ? 'nothing named this catalog before, and its content was not reviewed'
    : undefined;
}

/** Text about the catalog of a new Subscription, if BASE has operators or catalogs and names this one nowhere. */
export function fromStrangeCatalog({ subscription }: UnknownOperator, base: State): string | undefined {
  const { subscriptions, catalogs } = base.cluster;
  const isDefault = subscription.catalogSourceNamespace === MARKETPLACE && subscription.catalogSource === 'community-operators';
  return subscriptions.length + catalogs.length > 0 && !isDefault && !namesCatalog(base, subscription)
    ? 'nothing named this catalog before'
    : undefined;
}

/**
 * Text about a catalog outside of the input, for which the review uses a bundle of the input; undefined if the operator does not come from
 * the catalog.
 */
export function takenForCatalog(object: KubernetesObject, head: State): string | undefined {
  const subscription = subscriptionOf(object, head);
  const csv = subscription && csvOf(subscription, head);
  if (!subscription || !csv?.bundle || isMade(csvReference(csv), head)) return undefined;
  const { catalogSource: name, catalogSourceNamespace: namespace, packageName } = subscription;
  const catalog = head.cluster.catalogs.find((one) => one.namespace === namespace && one.name === name);
  return catalog?.packages.some((offered) => offered.name === packageName)
    ? undefined
    : `this review uses the bundle in the input, but OLM uses the content of the catalog ${namespace}/${name}`;
}

/** The Subscription of a state for an object. */
export function subscriptionOf(object: KubernetesObject, { cluster }: State): Subscription | undefined {
  const { kind, metadata } = object;
  return kind === 'Subscription'
    ? cluster.subscriptions.find(({ namespace, name }) => namespace === metadata.namespace && name === metadata.name)
    : undefined;
}

/** The CSV that a Subscription installs. */
export function csvOf({ namespace, csv: wanted }: Subscription, { resolution }: State): ClusterServiceVersion | undefined {
  return resolution.csvs.find(({ csv }) => csv.namespace === namespace && csv.name === wanted)?.csv;
}

function namesCatalog({ cluster }: State, { catalogSource, catalogSourceNamespace }: Subscription): boolean {
  return (
    isCertifiedCatalog({ namespace: catalogSourceNamespace, name: catalogSource }) ||
    cluster.subscriptions.some((one) => one.catalogSource === catalogSource && one.catalogSourceNamespace === catalogSourceNamespace) ||
    cluster.catalogs.some(({ namespace, name, source }) => source && namespace === catalogSourceNamespace && name === catalogSource)
  );
}

function isCatalog({ kind }: KubernetesObject): boolean {
  return kind === 'CatalogSource' || kind === 'ClusterCatalog';
}

/** The sources of a catalog's content: images without tags and digests, addresses, ConfigMaps. */
function originsOf({ metadata, spec }: KubernetesObject): string[] {
  const { image, address, configMap, source } = fieldsOf(spec);
  const images = [image, metadata.annotations?.[IMAGE_TEMPLATE], fieldsOf(fieldsOf(source).image).ref].flatMap(
    (text) => textOf(text) || [],
  );
  return [
    ...images.map((text) => `image ${repositoryOf(text)}`),
    ...[textOf(address)].flatMap((text) => (text ? [`address ${text}`] : [])),
    ...[textOf(configMap)].flatMap((name) =>
      name ? [`ConfigMap ${formatReference({ kind: 'ConfigMap', namespace: metadata.namespace, name })}`] : [],
    ),
  ];
}

// Subscriptions of unknown operators: the effect of a change in words for readers.

/** The unknown operator of a Subscription. An operator that BASE knows is left out: the change hides it. */
export function unknownIn(object: KubernetesObject, base: State, head: State): UnknownOperator | undefined {
  const before = subscriptionOf(object, base);
  return before && csvOf(before, base) ? undefined : unknownOf(object, head);
}

function unknownOf({ kind, metadata: { name, namespace = '' } }: KubernetesObject, { cluster }: State): UnknownOperator | undefined {
  if (kind !== 'Subscription') return undefined;
  return cluster.unknownOperators.find(
    ({ subscription, neededBy }) => !neededBy && subscription.namespace === namespace && subscription.name === name,
  );
}

/** The operator that a Subscription or ClusterExtension installs in BASE, if HEAD no longer shows it. */
export function hiddenIn(object: KubernetesObject, base: State, head: State): string | undefined {
  const extension = unknownExtension(object, head);
  if (extension) return isEvaluated(extension.name, base) ? extension.packageName : undefined;
  const [before, after] = [subscriptionOf(object, base), subscriptionOf(object, head)];
  const unknown = unknownOf(object, head);
  const name = before && unknown && !unknown.stale ? csvOf(before, base)?.name : undefined;
  // A CSV of the input is read, whatever is known of its catalog, as long as nothing asks for another one.
  const isAsBefore = before && after && isDeepStrictEqual(before.manifest.spec, after.manifest.spec);
  return isAsBefore && csvOf(after, head)?.name === name ? undefined : name;
}

/** The effect of a new Subscription. */
export function installsText({ subscription, packageName, channel, catalog }: UnknownOperator): string {
  const { startingCSV, config } = subscription;
  return [
    `installs ${packageName} from ${catalog.name}, ${channel === undefined ? 'the default channel' : `channel ${channel}`}`,
    ...(startingCSV === undefined ? [] : [`, starting at ${startingCSV}`]),
    `; ${upgradesText(subscription)}`,
    ...(config === undefined ? [] : [`; it runs with ${settingsText(fieldsOf(config))}`]),
    `; its permissions are not known (${MAKES_KNOWN})`,
  ].join('');
}

/** The effect of a new ClusterExtension. */
export function extensionText(extension: ClusterExtension): string {
  const { packageName, version, channels, namespace, serviceAccount } = extension;
  return [
    `installs ${packageName}${version === undefined ? '' : ` ${version}`} from ${extensionSource(extension)}`,
    `${channels.length === 0 ? '' : `, channel ${joined(channels)}`} into ${namespace}`,
    serviceAccount === undefined ? '' : ` as the ServiceAccount ${serviceAccount}`,
    `; its permissions are not known (${MAKES_KNOWN})`,
  ].join('');
}

/** The settings in words; the values of resource limits are left out. */
function settingsText({ resources, ...others }: Fields): string {
  const rest = Object.keys(others).length > 0 ? [`the settings ${sortedText(others)}`] : [];
  return joined([...rest, ...(resources === undefined ? [] : ['resource limits of its own'])]);
}

/** The way in which it upgrades. */
function upgradesText({ installPlanApproval }: Pick<Subscription, 'installPlanApproval'>): string {
  return installPlanApproval === 'Manual' ? 'a person approves its installation and each upgrade' : 'it upgrades by itself';
}

/** The effect of a changed field of a Subscription; undefined if it is the same as for known operators. */
export function changesText(field: string, before: string, after: string, { subscription }: UnknownOperator): string | undefined {
  switch (field) {
    case 'channel':
      return `channel ${before} → ${after}; ${subscription.installPlanApproval === 'Manual' ? 'OLM upgrades it once a person approves' : 'OLM upgrades it by itself'}`;
    case 'startingCSV':
      return subscription.startingCSV === undefined
        ? `startingCSV ${before} is removed; a new cluster starts with the newest version of its channel, and an installed version stays`
        : `startingCSV ${before} → ${after}; a new cluster starts there, and an installed version stays`;
    default:
      return undefined;
  }
}

/** The effect of removing a Subscription if OLM v0 runs the operator. */
export function removedText({ packageName }: Subscription): string {
  return `is removed; the operator ${packageName} keeps running, with its permissions, until its ClusterServiceVersion is deleted`;
}
