/** Places one bundle in an otherwise empty cluster: adds a Namespace, OperatorGroup and Subscription, or a ClusterExtension. */

import { groupOf } from '../../base/kubernetes/kinds.js';
import { isDnsLabel } from '../../base/kubernetes/names.js';
import { isNamedObject } from '../../base/kubernetes/object.js';
import { valueAt } from '../../base/manifest/field-path.js';
import type { ParsedDocument } from '../../base/manifest/parse.js';
import { isMapping } from '../../base/manifest/plain-data.js';
import type { Problem } from '../../base/manifest/problem.js';
import { counted } from '../../base/wording/phrases.js';
import type { BundleOutline } from '../../olm/model/bundle.js';
import { TEMPLATE_NAMESPACE } from '../../olm/model/cluster-of-parts.js';
import { supportedInstallModes } from '../../olm/model/csv-parts.js';
import { registryV1 } from '../../olm/model/registry-v1-of-bundle.js';
import { isWhole } from '../../olm/model/whole-bundle.js';
import { OLM_GROUPS } from '../units/olm-namespaces.js';

/** The place of installation of an input's only bundle. */
export interface Placement {
  /** Default: the package's name, for an input with one bundle and no other object of OLM; any other input stays unchanged. */
  readonly installNamespace?: string;
  /** Empty for all namespaces, or for the operator's own if it does not support all. */
  readonly watchNamespaces: readonly string[];
  /** Whether OLM v1 installs the bundle. */
  readonly byOlmV1: boolean;
  /** Whether the bundle stays in its own namespace if possible, as before: an upgrade changes no OperatorGroup. @default false */
  readonly staysInOwn?: boolean;
  /**
   * In HEAD of a review: whether BASE placed the bundle. If BASE did, HEAD does so as well, next to objects of OLM that do not concern the
   * bundle; if an object of BASE can install it, HEAD places it only without any object of OLM.
   */
  readonly wasPlaced?: boolean;
  /** Whether a bundle is placed with any name and install modes, because a review compares it in any case. @default false */
  readonly inAnyCase?: boolean;
  /** The channel of a catalog that is placed instead of a bundle: OLM installs its head. @default a bundle is placed */
  readonly channel?: PlacedChannel;
}

/** A channel of a package, and the install modes of its head. */
export interface PlacedChannel {
  readonly packageName: string;
  readonly name: string;
  readonly installModes: readonly string[];
  /** The bundle that is installed. @default the head of the channel */
  readonly startingCSV?: string;
}

/** The bundle with the manifests that install it, or the reason why it cannot be placed. */
export interface PlacedBundle {
  readonly bundles: readonly BundleOutline[];
  readonly manifests: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** The namespace, if the user named none. */
  readonly assumedNamespace?: string;
}

/** The package of a bundle that names none. */
const PACKAGE = 'operator';
/** A placeholder: the bundle alone does not define the channels of its package. */
const CHANNEL = 'stable';
const CATALOG_NAMESPACE = 'olm';

/**
 * Places the only bundle of an input. An empty input stays unchanged.
 *
 * @param inputs the names of the inputs
 * @param bundles the bundles of the input
 * @param others the other manifests and catalogs of the input
 */
export function placeBundle(
  inputs: string,
  placement: Placement,
  bundles: readonly BundleOutline[],
  others: readonly ParsedDocument[],
): PlacedBundle {
  if (placement.channel) return placedChannel(placement.channel, placement.byOlmV1, bundles);
  // In a review, the state before the first version.
  if (bundles.length + others.length === 0) return { bundles, manifests: [], problems: [] };
  const refused = (problem: Omit<Problem, 'code' | 'file'>): PlacedBundle => ({
    bundles,
    manifests: [],
    problems: [{ code: 'INVALID_PLACEMENT', file: inputs, ...problem }],
  });
  const [bundle] = bundles;
  if (placement.installNamespace === undefined) return placedAlone(placement, bundles, others);
  if (!bundle || !isWhole(bundle) || bundles.length > 1 || others.length > 0)
    return refused({
      message: '--install-namespace places one bundle, and the input is not one',
      found: `${counted(bundles.length, 'bundle')} and ${counted(others.length, 'other document')}`,
      expected: 'the folder of one bundle',
      fix: 'name the folder that has manifests/ and metadata/, or write a Namespace, an OperatorGroup and a Subscription',
    });
  const { byOlmV1, watchNamespaces, installNamespace } = placement;
  if (byOlmV1 && watchNamespaces.length > 1)
    return refused({
      message: 'a ClusterExtension watches one namespace, or all',
      found: watchNamespaces.join(', '),
      expected: 'one --watch-namespace',
      fix: 'name one namespace',
    });
  const modes = supportedInstallModes(registryV1(bundle).bundle.csv);
  const targets = targetsOf({ ...placement, installNamespace }, modes);
  if (!targets)
    return refused({
      message: 'the operator cannot watch all namespaces, nor its own',
      found: `the install modes ${modes.join(' and ')}`,
      expected: 'the namespaces that it watches',
      fix: 'add --watch-namespace NAMESPACE',
    });
  return placed(bundle, { byOlmV1, installNamespace }, targets);
}

/** The placed bundle, without its own channels: a lone bundle is judged in any channel. */
function placed(
  bundle: BundleOutline,
  where: Pick<Required<Placement>, 'installNamespace' | 'byOlmV1'>,
  targets: readonly string[],
): PlacedBundle {
  const { packageName = PACKAGE, releases: _, ...own } = bundle;
  const alone = { ...own, packageName, channels: [CHANNEL], defaultChannel: CHANNEL };
  return { bundles: [alone], manifests: around({ ...alone, packageName, channel: CHANNEL }, where, targets), problems: [] };
}

/** Places a lone bundle without `--install-namespace`. */
function placedAlone(placement: Placement, bundles: readonly BundleOutline[], others: readonly ParsedDocument[]): PlacedBundle {
  const [bundle] = bundles;
  const unchanged = { bundles, manifests: [], problems: [] };
  if (bundles.length !== 1 || !bundle || !isWhole(bundle)) return unchanged;
  if (!placement.inAnyCase) {
    const installNamespace = bundle.packageName;
    if (others.some(isOfOlm) || installNamespace === undefined || !isDnsLabel(installNamespace)) return unchanged;
    const alone = placeBundle('', { ...placement, installNamespace }, bundles, []);
    return alone.problems.length > 0 ? unchanged : beside(alone, installNamespace, others);
  }
  const installNamespace = namespaceFor(bundle.packageName ?? PACKAGE);
  const isInTheWay = (other: ParsedDocument): boolean =>
    isOfOlm(other) && (placement.wasPlaced === false || mayInstall(other, bundle, installNamespace));
  if (others.some(isInTheWay)) return unchanged;
  const modes = supportedInstallModes(registryV1(bundle).bundle.csv);
  // A bundle that can watch neither all namespaces nor its own watches another one.
  const targets = targetsOf({ ...placement, installNamespace }, modes) ?? [`${installNamespace}-watched`];
  const alone = beside(placed(bundle, { byOlmV1: placement.byOlmV1, installNamespace }, targets), installNamespace, others);
  const watched = targets.filter((name) => name !== installNamespace).map((name) => namespaceDocument(name));
  return { ...alone, manifests: [...alone.manifests, ...watched] };
}

/** Installs the head of a channel of the input's only catalog. */
function placedChannel(
  { packageName, name, installModes, startingCSV }: PlacedChannel,
  byOlmV1: boolean,
  bundles: PlacedBundle['bundles'],
): PlacedBundle {
  const installNamespace = namespaceFor(packageName);
  const found = targetsOf({ watchNamespaces: [], byOlmV1, installNamespace }, installModes);
  const targets = found ?? [`${installNamespace}-watched`];
  const watched = targets.filter((target) => target !== installNamespace).map(namespaceDocument);
  const manifests = [
    ...around(
      { packageName, channel: name, ...(startingCSV === undefined ? {} : { name: startingCSV }) },
      { installNamespace, byOlmV1 },
      targets,
    ),
    ...watched,
  ];
  return { bundles, manifests, problems: [], assumedNamespace: installNamespace };
}

/** A bundle that is placed among other manifests, which can have its Namespace. */
function beside({ manifests, ...placed }: PlacedBundle, assumedNamespace: string, others: readonly ParsedDocument[]): PlacedBundle {
  return { ...placed, manifests: manifests.filter((one) => !isThere(one, others)), assumedNamespace };
}

function namespaceDocument(name: string): ParsedDocument {
  return documentOf({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
}

function isThere({ value }: ParsedDocument, others: readonly ParsedDocument[]): boolean {
  const nameOf = (one: unknown): string => (isNamedObject(one) && one.kind === 'Namespace' ? one.metadata.name : '');
  return nameOf(value) !== '' && others.some((other) => nameOf(other.value) === nameOf(value));
}

/** Whether an object of OLM installs the bundle, can install it, or is where the bundle and its catalog would be. */
function mayInstall({ value }: ParsedDocument, { name, packageName }: BundleOutline, namespace: string): boolean {
  // A list of deprecated versions installs nothing.
  if (isMapping(value) && value.schema === 'olm.deprecations') return false;
  if (!isNamedObject(value)) return true;
  const packages = [
    ['spec', 'name'],
    ['spec', 'source', 'catalog', 'packageName'],
  ].map((path) => valueAt(value, path));
  const isThere = [namespace, CATALOG_NAMESPACE].includes(String(value.metadata.namespace));
  return isThere || value.metadata.name === name || (packageName !== undefined && packages.includes(packageName));
}

/**
 * Whether a document can install an operator. The base from which operator-sdk generates a bundle installs nothing, and a catalog
 * serves only what something asks for.
 */
export function isOfOlm({ value }: ParsedDocument): boolean {
  if (!isNamedObject(value) || !OLM_GROUPS.includes(groupOf(value.apiVersion))) return false;
  return value.kind !== 'ClusterServiceVersion' || value.metadata.namespace !== TEMPLATE_NAMESPACE;
}

/** A valid namespace for any package name, so that no name prevents the comparison. */
function namespaceFor(packageName: string): string {
  if (isDnsLabel(packageName)) return packageName;
  const label = packageName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 50)
    .replace(/-$/, '');
  return isDnsLabel(label) ? label : PACKAGE;
}

/** The target namespaces; empty for all. OLM v1 has its own default. */
function targetsOf(
  { installNamespace, watchNamespaces, byOlmV1, staysInOwn }: Placement & { readonly installNamespace: string },
  modes: readonly string[],
): readonly string[] | undefined {
  if (staysInOwn && watchNamespaces.length === 0 && modes.includes('OwnNamespace')) return [installNamespace];
  if (watchNamespaces.length > 0 || byOlmV1 || modes.length === 0 || modes.includes('AllNamespaces')) return watchNamespaces;
  return modes.includes('OwnNamespace') ? [installNamespace] : undefined;
}

/** The version that is installed: the head of a channel, or one bundle. */
interface Installed extends Partial<Pick<BundleOutline, 'name' | 'version'>> {
  readonly packageName: string;
  readonly channel: string;
}

function around(
  installed: Installed,
  { installNamespace, byOlmV1 }: Pick<Required<Placement>, 'installNamespace' | 'byOlmV1'>,
  targets: readonly string[],
): ParsedDocument[] {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: installNamespace } };
  const manifests = byOlmV1
    ? [namespace, clusterExtension(installed, installNamespace, targets)]
    : [namespace, operatorGroup(installNamespace, targets), subscription(installed, installNamespace)];
  return manifests.map(documentOf);
}

function documentOf(value: object, document = 0): ParsedDocument {
  return { value, source: { file: '--install-namespace', document, path: [] } };
}

/** An OperatorGroup. Its name must not clash: a group's roles are named after it, and operators' roles are like `cert-manager-edit`. */
function operatorGroup(namespace: string, targetNamespaces: readonly string[]): object {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: `${namespace}-operators`, namespace },
    spec: targetNamespaces.length > 0 ? { targetNamespaces } : {},
  };
}

function subscription({ packageName, channel, name }: Installed, namespace: string): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: packageName, namespace },
    spec: {
      name: packageName,
      channel,
      ...(name === undefined ? {} : { startingCSV: name, installPlanApproval: 'Manual' }),
      source: 'catalog',
      sourceNamespace: CATALOG_NAMESPACE,
    },
  };
}

function clusterExtension({ packageName, channel, name, version }: Installed, namespace: string, targets: readonly string[]): object {
  return {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: packageName },
    spec: {
      namespace,
      serviceAccount: { name: `${packageName}-installer` },
      source: {
        sourceType: 'Catalog',
        catalog: { packageName, ...(name === undefined ? { channels: [channel] } : version === undefined ? {} : { version }) },
      },
      ...(targets.length > 0 ? { config: { configType: 'Inline', inline: { watchNamespace: targets[0] } } } : {}),
    },
  };
}
