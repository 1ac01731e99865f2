/** Reports an input with operators, but without an object that installs them in a namespace. */

import type { Problem } from '../../base/manifest/problem.js';
import { channelHeads } from '../../olm/catalog/channel-head.js';
import { folderPackages } from '../../olm/catalog/folder-packages.js';
import type { Package } from '../../olm/model/catalog.js';
import type { Cluster } from '../../olm/model/cluster.js';

/**
 * Requests a Subscription, with an example for an operator of the input.
 *
 * @param inputs the names of the inputs
 * @param unread the names of packages without a read bundle
 */
export function unsubscribed(
  inputs: string,
  { bundles, catalogs }: Pick<Cluster, 'bundles' | 'catalogs'>,
  unread: readonly string[] = [],
): Problem {
  const offered = catalogs.flatMap(({ packages }) => packages);
  const packages = [...folderPackages(bundles), ...offered];
  const names = [...new Set([...packages.map(({ name }) => name), ...unread])];
  const [first] = packages;
  const isOne = bundles.length === 1 && offered.length === 0 && names.length <= 1;
  return {
    code: 'NO_MANIFESTS',
    message: 'no Subscription installs an operator in a namespace',
    file: inputs,
    found: `${names.length === 1 ? `the package ${names[0]}` : `${names.length} packages`}, but neither a Subscription nor a ClusterServiceVersion`,
    expected: 'a Subscription for each operator, with a Namespace and an OperatorGroup',
    fix: `${isOne ? 'name with --install-namespace where this bundle is installed, or ' : ''}add ${first ? `a Subscription, for example\n${exampleSubscription(first)}` : 'a metadata/annotations.yaml to the bundle, and a Subscription'}`,
  };
}

function exampleSubscription({ name, defaultChannel, channels }: Package): string {
  const channel = channels.find((candidate) => candidate.name === defaultChannel) ?? channels[0];
  const [head] = channelHeads(channel?.entries ?? []);
  return [
    'apiVersion: operators.coreos.com/v1alpha1',
    'kind: Subscription',
    'metadata:',
    `  name: ${name}`,
    `  namespace: ${name}`,
    'spec:',
    `  name: ${name}`,
    ...(channel ? [`  channel: ${JSON.stringify(channel.name)}`] : []),
    ...(head ? [`  startingCSV: ${head.name}`] : []),
    '  source: catalog',
    '  sourceNamespace: olm',
  ].join('\n');
}
