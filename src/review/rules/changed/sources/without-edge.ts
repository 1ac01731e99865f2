/** Tells where OLM v1 stays at the version of BASE, because the catalog has no upgrade edge to what HEAD asks for. */
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { statedVersion } from '../../../../olm/model/find-catalog.js';
import { chooseBundle, isChosen } from '../../../../olm/subscriptions/choose-extension.js';
import { extensionOffers } from '../../../../olm/subscriptions/install-operators.js';
import type { State } from '../../../state/state.js';

/**
 * Text about a ClusterExtension whose installed version cannot be left for the one that HEAD chooses (filter.SuccessorsOf in
 * operator-controller's internal/operator-controller/catalogmetadata/filter/successors.go). A new cluster installs what HEAD chooses.
 */
export function withoutEdge({ kind, metadata }: KubernetesObject, base: State, head: State): string | undefined {
  if (kind !== 'ClusterExtension') return undefined;
  const [before, after] = [base, head].map(({ cluster }) => cluster.clusterExtensions.find(({ name }) => name === metadata.name));
  const [was, is] = [before?.chosen?.name, after?.chosen?.name];
  // A dump has the installed version, and its own choice starts there.
  if (
    !before ||
    !after ||
    was === undefined ||
    is === undefined ||
    was === is ||
    after.installed ||
    after.packageName !== before.packageName
  )
    return undefined;
  const offers = extensionOffers(head.cluster);
  const versions = [...offers.catalogs.flatMap(({ packages }) => packages), ...offers.folders];
  const bundle = versions.find(({ name, bundles }) => name === after.packageName && bundles.has(was))?.bundles.get(was);
  const next = chooseBundle({ ...after, installed: { name: was, version: statedVersion(bundle) ?? '' } }, offers);
  if (next === 'unknown' || isChosen(next) || next.problem.code !== 'BUNDLE_NOT_FOUND') return undefined;
  return `a running cluster stays at ${was}: the catalog has no upgrade edge from it to the versions that are asked for (${next.problem.message}), unless upgradeConstraintPolicy is SelfCertified; a new one installs ${is}, which this review shows`;
}
