/** What places one bundle in a cluster that has nothing else: its Namespace, OperatorGroup and Subscription, or its ClusterExtension. */
import { isDnsLabel } from '../kubernetes/names.js';
import type { ParsedDocument } from '../manifest/parse.js';
import type { Problem } from '../manifest/problem.js';
import { type BundleOutline, isWhole } from '../model/bundle.js';
import { registryV1, supportedInstallModes } from '../model/registry-v1.js';

/** Where the one bundle of an input is installed. */
export interface Placement {
  /** Without it, an input that is one bundle and nothing else is placed in the namespace of its package's name; any other is left as it is. */
  readonly installNamespace?: string;
  /** Empty for all namespaces, or if the operator does not support that, for its own. */
  readonly watchNamespaces: readonly string[];
  /** Whether OLM v1 installs it. */
  readonly byOlmV1: boolean;
  /** Whether it stays in its own namespace if it can, as the version before it did: an upgrade changes no OperatorGroup. @default false */
  readonly staysInOwn?: boolean;
}

/** The bundle with the manifests around it, or the problem that it cannot be placed. */
export interface PlacedBundle {
  readonly bundles: readonly BundleOutline[];
  readonly manifests: readonly ParsedDocument[];
  readonly problems: readonly Problem[];
  /** The namespace, where nobody named one. */
  readonly assumedNamespace?: string;
}

/** Of a bundle that names no package. */
const PACKAGE = 'operator';
/** The bundle alone does not tell which channels its package has. */
const CHANNEL = 'stable';

/**
 * Places the one bundle of an input. An input without anything is left as it is.
 *
 * @param inputs the names of the inputs
 * @param bundles what the input has
 * @param others how many manifests and catalogs it has besides
 */
export function placeBundle(inputs: string, placement: Placement, bundles: readonly BundleOutline[], others: number): PlacedBundle {
  // The state before the first version, for a review.
  if (bundles.length + others === 0) return { bundles, manifests: [], problems: [] };
  const refused = (problem: Omit<Problem, 'code' | 'file'>): PlacedBundle => ({
    bundles,
    manifests: [],
    problems: [{ code: 'INVALID_PLACEMENT', file: inputs, ...problem }],
  });
  const [bundle] = bundles;
  if (placement.installNamespace === undefined) return placedAlone(placement, bundles, others);
  if (!bundle || !isWhole(bundle) || bundles.length > 1 || others > 0)
    return refused({
      message: '--install-namespace places one bundle, and the input is not one',
      found: `${counted(bundles.length, 'bundle')} and ${counted(others, 'other document')}`,
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
  // Whoever gives one bundle asks about it, whatever channels its own files put it into.
  const { packageName = PACKAGE, releases: _, ...own } = bundle;
  const alone = { ...own, packageName, channels: [CHANNEL], defaultChannel: CHANNEL };
  return { bundles: [alone], manifests: around(alone, packageName, { byOlmV1, installNamespace }, targets), problems: [] };
}

/** Who names nothing but a bundle asks what it brings. */
function placedAlone(placement: Placement, bundles: readonly BundleOutline[], others: number): PlacedBundle {
  const [bundle] = bundles;
  const unchanged = { bundles, manifests: [], problems: [] };
  const installNamespace = bundle?.packageName;
  if (bundles.length !== 1 || others > 0 || installNamespace === undefined || !isDnsLabel(installNamespace)) return unchanged;
  const placed = placeBundle('', { ...placement, installNamespace }, bundles, others);
  return placed.problems.length > 0 ? unchanged : { ...placed, assumedNamespace: installNamespace };
}

/** The target namespaces: empty for all. OLM v1 knows a default of its own. */
function targetsOf(
  { installNamespace, watchNamespaces, byOlmV1, staysInOwn }: Placement & { readonly installNamespace: string },
  modes: readonly string[],
): readonly string[] | undefined {
  if (staysInOwn && watchNamespaces.length === 0 && modes.includes('OwnNamespace')) return [installNamespace];
  if (watchNamespaces.length > 0 || byOlmV1 || modes.length === 0 || modes.includes('AllNamespaces')) return watchNamespaces;
  return modes.includes('OwnNamespace') ? [installNamespace] : undefined;
}

function around(
  bundle: BundleOutline,
  packageName: string,
  { installNamespace, byOlmV1 }: Pick<Required<Placement>, 'installNamespace' | 'byOlmV1'>,
  targets: readonly string[],
): ParsedDocument[] {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: installNamespace } };
  const manifests = byOlmV1
    ? [namespace, clusterExtension(bundle, packageName, installNamespace, targets)]
    : [namespace, operatorGroup(installNamespace, targets), subscription(bundle, packageName, installNamespace)];
  return manifests.map((value, document) => ({ value, source: { file: '--install-namespace', document, path: [] } }));
}

/** Roles of operators have names like `cert-manager-edit`, and those of a group are named after it. */
function operatorGroup(namespace: string, targetNamespaces: readonly string[]): object {
  return {
    apiVersion: 'operators.coreos.com/v1',
    kind: 'OperatorGroup',
    metadata: { name: `${namespace}-operators`, namespace },
    spec: targetNamespaces.length > 0 ? { targetNamespaces } : {},
  };
}

function subscription({ name }: BundleOutline, packageName: string, namespace: string): object {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: packageName, namespace },
    spec: {
      name: packageName,
      channel: CHANNEL,
      startingCSV: name,
      installPlanApproval: 'Manual',
      source: 'catalog',
      sourceNamespace: 'olm',
    },
  };
}

function clusterExtension({ version }: BundleOutline, packageName: string, namespace: string, targets: readonly string[]): object {
  return {
    apiVersion: 'olm.operatorframework.io/v1',
    kind: 'ClusterExtension',
    metadata: { name: packageName },
    spec: {
      namespace,
      serviceAccount: { name: `${packageName}-installer` },
      source: { sourceType: 'Catalog', catalog: { packageName, ...(version === undefined ? {} : { version }) } },
      ...(targets.length > 0 ? { config: { configType: 'Inline', inline: { watchNamespace: targets[0] } } } : {}),
    },
  };
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
