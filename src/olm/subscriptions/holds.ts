/**
 * Holds: the versions of operators that do not run, so that what comes before them stays. The InstallPlan fails (OLM's ExecutePlan), or the
 * CSV itself does (its transitionCSVState). Fail forward goes on from both (its resolver/fail_forward.go).
 */
import { groupBy, referenceTo } from '../../base/kubernetes/object.js';
import type { Bundle } from '../model/bundle.js';
import type { Catalog } from '../model/catalog.js';
import type { Cluster } from '../model/cluster.js';
import { catalogAt } from '../model/find-catalog.js';
import { addBundles } from '../read/add-bundles.js';
import { newReading } from '../read/reading.js';
import type { OfferedBundle, ResolverCluster } from '../resolver/resolver-input.js';
import { planFailuresOf, refusedKinds } from '../rules/install-plan/install-plan.js';
import type { PlanFailure } from '../rules/install-plan/plan-failure.js';
import { ownFailure } from '../rules/own-failure.js';
import { failForwardNamespaces } from '../rules/replacement.js';
import { allTargets } from '../rules/resolve.js';
import { type Folders, packageContent } from './bundle-content.js';

/** Judges the bundles of catalogs whose manifests are at hand; any other one is taken to run. */
export function holdsIn(
  given: Cluster,
  catalogs: readonly Catalog[],
  folders: Folders,
): Required<Pick<ResolverCluster, 'planFailures' | 'holdOf'>> {
  const failForward = failForwardNamespaces(given.operatorGroups);
  const groups = groupBy(allTargets(given), ({ group }) => group.namespace);
  const contentOf = ({ name, package: packageName, catalog }: OfferedBundle): Bundle | undefined => {
    const from = catalogAt(catalogs, catalog);
    return from && packageContent(name, packageName, from, folders).bundle;
  };
  const failuresOf = (bundle: Bundle | undefined): PlanFailure[] =>
    bundle ? [...refusedKinds(bundle, given).map((kind) => notInstalled(kind, bundle)), ...planFailuresOf(bundle, given)] : [];
  return {
    planFailures: (offered) => failuresOf(contentOf(offered)),
    holdOf: (offered, namespace) => {
      if (failForward.has(namespace)) return undefined;
      const bundle = contentOf(offered);
      const failing = failuresOf(bundle).find(({ isPerhaps }) => !isPerhaps);
      if (failing) return { at: 'InstallPlan', message: failing.message, fix: failing.fix };
      const message = bundle && given.isPartlyRead !== true ? csvFailure(bundle, namespace, given, groups.get(namespace) ?? []) : undefined;
      return message === undefined
        ? undefined
        : { at: 'ClusterServiceVersion', message, fix: `correct that, or use a channel without ${offered.name}` };
    },
  };
}

function notInstalled(kind: string, { name, csv }: Bundle): PlanFailure {
  return {
    message: `the bundle contains a ${kind}, which OLM does not install`,
    fix: `use a channel without ${name}`,
    object: referenceTo(csv),
  };
}

function csvFailure(bundle: Bundle, namespace: string, given: Cluster, groups: Parameters<typeof ownFailure>[1]): string | undefined {
  const reading = newReading();
  addBundles([{ bundle, namespace }], reading);
  const [csv] = reading.parts.clusterServiceVersions;
  return csv && ownFailure(csv, groups, given);
}
