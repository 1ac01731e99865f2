/** Sources of operators that nobody judged: extensions of another profile, and what neither the input nor the base of a review knows. */
import { isCertifiedCatalog } from '../../../catalog/default-sources.js';
import { imageReference } from '../../../kubernetes/image-reference.js';
import { formatReference, type KubernetesObject } from '../../../kubernetes/object.js';
import { fieldsOf, textOf } from '../../../kubernetes/pod-spec.js';
import { IMAGE_TEMPLATE } from '../../../model/catalog.js';
import type { ClusterServiceVersion } from '../../../model/cluster-service-version.js';
import { csvReference } from '../../../model/references.js';
import type { Subscription } from '../../../model/subscription.js';
import type { State } from '../../../state/state.js';
import { MAKES_KNOWN } from '../../../wording/phrases.js';
import { isMade } from '../migration/moved-operators.js';

/** Whether the profile of a state makes something of a ClusterExtension, as only one of the profiles does. */
export function isEvaluated(extension: string, { made = [] }: State): boolean {
  return made.some(({ owner }) => owner.kind === 'ClusterExtension' && owner.name === extension);
}

/** Why nobody judged what a new or changed source of operators brings; nothing where somebody did. */
export function unjudged(object: KubernetesObject, base: State, head: State): string | undefined {
  if (object.kind === 'ClusterExtension' && isUnknownExtension(object.metadata.name, head))
    return `what it installs is not known (${MAKES_KNOWN})`;
  if (object.kind === 'ClusterExtension')
    return isEvaluated(object.metadata.name, head)
      ? undefined
      : 'what it installs is not in this review, and --profile olm-v1 evaluates it';
  if (isCatalog(object)) {
    const known = new Set(base.given.filter(isCatalog).flatMap(originsOf));
    const isKnown = originsOf(object).every((origin) => known.has(origin));
    return isKnown ? undefined : 'no catalog came from there before, and what it offers was not reviewed';
  }
  const subscription = subscriptionOf(object, head);
  if (!subscription) return undefined;
  const csv = csvOf(subscription, head);
  if (!csv) return 'what it installs is not in the input and was not reviewed';
  const isThere = subscriptionOf(object, base) !== undefined;
  const isPinned = csv.name === subscription.startingCSV;
  if (isThere && !csv.bundle && !isPinned)
    return `the review goes by ClusterServiceVersion ${csv.name} of the input, whatever OLM installs next`;
  return fromNewCatalog(object, base, head);
}

function isUnknownExtension(name: string, { cluster }: State): boolean {
  return cluster.clusterExtensions.some((extension) => extension.name === name && extension.isUnknown);
}

/** Where a Subscription goes over to a catalog that nothing named before. */
export function fromNewCatalog(object: KubernetesObject, base: State, head: State): string | undefined {
  const subscription = subscriptionOf(object, head);
  return subscription && subscriptionOf(object, base) && !namesCatalog(base, subscription)
    ? 'nothing named this catalog before, and what it offers was not reviewed'
    : undefined;
}

/** What the review takes for the content of a catalog that the input does not hold; nothing where the operator does not come from there. */
export function takenForCatalog(object: KubernetesObject, head: State): string | undefined {
  const subscription = subscriptionOf(object, head);
  const csv = subscription && csvOf(subscription, head);
  if (!subscription || !csv?.bundle || isMade(csvReference(csv), head)) return undefined;
  const { catalogSource: name, catalogSourceNamespace: namespace, packageName } = subscription;
  const catalog = head.cluster.catalogs.find((one) => one.namespace === namespace && one.name === name);
  return catalog?.packages.some((offered) => offered.name === packageName)
    ? undefined
    : `the review goes by the bundle in the input, and OLM by what the catalog ${namespace}/${name} offers`;
}

/** The Subscription of a state that an object is. */
export function subscriptionOf(object: KubernetesObject, { cluster }: State): Subscription | undefined {
  const { kind, metadata } = object;
  return kind === 'Subscription'
    ? cluster.subscriptions.find(({ namespace, name }) => namespace === metadata.namespace && name === metadata.name)
    : undefined;
}

/** What a Subscription comes to. */
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

/** From where the content of a catalog comes: images without their tags and digests, addresses, ConfigMaps. */
function originsOf({ metadata, spec }: KubernetesObject): string[] {
  const { image, address, configMap, source } = fieldsOf(spec);
  const images = [image, metadata.annotations?.[IMAGE_TEMPLATE], fieldsOf(fieldsOf(source).image).ref].flatMap(
    (text) => textOf(text) || [],
  );
  return [
    ...images.map((text) => imageReference(text)).map(({ registry, repository }) => `image ${registry}/${repository}`),
    ...[textOf(address)].flatMap((text) => (text ? [`address ${text}`] : [])),
    ...[textOf(configMap)].flatMap((name) =>
      name ? [`ConfigMap ${formatReference({ kind: 'ConfigMap', namespace: metadata.namespace, name })}`] : [],
    ),
  ];
}
