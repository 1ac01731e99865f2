/** The plan of an installation without OLM: every operator that runs, with its bundle, group and settings. */

import { compareText, type KubernetesObject } from '../../../base/kubernetes/object.js';
import type { UnlocatedProblem } from '../../../base/manifest/problem.js';
import { apiServiceName } from '../../model/api-key.js';
import type { Bundle } from '../../model/bundle.js';
import type { Cluster } from '../../model/cluster.js';
import { type DeploymentConfig, deploymentConfig } from '../../model/deployment-config.js';
import { csvReference } from '../../model/finding.js';
import { type InstallOptions, isInPart } from '../../model/install-options.js';
import type { RegistryV1 } from '../../model/registry-v1.js';
import { registryV1 } from '../../model/registry-v1-of-bundle.js';
import type { Subscription } from '../../model/subscription.js';
import { isWhole, sourceOf } from '../../model/whole-bundle.js';
import { type ApiOwner, ownedTwice } from '../../rules/descoped.js';
import { misfitRefusals } from '../../rules/install/misfits.js';
import { installRefusals, type Refusal } from '../../rules/install/refusals.js';
import { isAllNamespaces } from '../../rules/namespace-set.js';
import type { CsvPredicate, Resolution, ResolvedCsv } from '../../rules/resolution.js';
import { type CertificateProvider, certManager, serviceCa } from '../certificates.js';
import type { Conventions, Era } from '../profile/conventions.js';
import type { Renderer } from '../profile/profile.js';
import type { Installation, InstallPlan, InstallRules, PlannedInstallation } from './context.js';

/** Prepares a rendering without OLM. @param isInstalled whether OLM would run the operator of a CSV */
export const planned =
  (isInstalled: CsvPredicate, rulesOf: (era: Era) => InstallRules): Renderer['prepare'] =>
  (context, options) => {
    const { cluster, resolution, conventions } = context;
    const plan = installPlan(cluster, resolution, options, isInstalled, conventions);
    return { ...context, resolution: withoutBoundPermissions(resolution), plan: { ...plan, rules: rulesOf(conventions) } };
  };

/** The resolution without the permissions of descoped operators, whose roles are made separately. */
function withoutBoundPermissions(resolution: Resolution): Resolution {
  if (!resolution.csvs.some(({ isDescoped }) => isDescoped)) return resolution;
  return { ...resolution, csvs: resolution.csvs.map((csv) => (csv.isDescoped ? { ...csv, csv: { ...csv.csv, permissions: [] } } : csv)) };
}

function installPlan(
  cluster: Cluster,
  resolution: Resolution,
  { certificates = cluster.isOpenShift ? 'service-ca' : 'cert-manager', issuer, only }: InstallOptions,
  isInstalled: CsvPredicate,
  { ignoredSettings }: Pick<Conventions, 'ignoredSettings'>,
): Omit<InstallPlan, 'rules'> {
  const problems = new Map<string, UnlocatedProblem>();
  const report = (found: readonly UnlocatedProblem[]): void => {
    for (const problem of found) problems.set(JSON.stringify([problem.source, problem.at, problem.message]), problem);
  };
  const provider = providerOf(certificates, issuer);
  const read = new Map<Bundle, RegistryV1>();
  const { findings, refused } = ownedTwice(ownersOf(resolution));
  const isRefused = ({ csv }: ResolvedCsv): boolean =>
    [...refused].some(({ namespace, name }) => namespace === csv.namespace && name === csv.name);
  const installations = resolution.csvs
    .filter((csv) => isInstalled(csv) && isInPart(only, csv.csv) && !isRefused(csv))
    .flatMap((csv): PlannedInstallation[] => {
      const bundle = bundleOf(csv, cluster);
      if (!bundle) {
        report([bundleMissing(csv)]);
        return [];
      }
      let registry = read.get(bundle);
      if (!registry) {
        const { bundle: typed, problems: refused } = readBundleContent(bundle);
        report(refused);
        read.set(bundle, typed);
        registry = typed;
      }
      const subscription = cluster.subscriptions.find((one) => one.namespace === csv.csv.namespace && one.csv === csv.csv.name);
      const settings = subscription?.config === undefined ? undefined : settingsOf(subscription, ignoredSettings);
      report(settings?.problems ?? []);
      const group = groupOf(csv);
      const installation: Installation = {
        bundle: registry,
        namespace: csv.csv.namespace,
        labels: csv.csv.labels,
        ...(group ? { group } : {}),
        ...(settings ? { config: settings.config } : {}),
        ...(cluster.proxy ? { proxy: cluster.proxy } : {}),
        ...(provider ? { certificates: provider } : {}),
        ...(csv.isDescoped ? { isDescoped: true } : {}),
      };
      return [{ csv, installation, ...(subscription ? { subscription } : {}) }];
    });
  return { installations, problems: [...problems.values()], certificates, findings };
}

/** The owners of APIs, the oldest first. */
function ownersOf({ csvs }: Resolution): ApiOwner[] {
  return csvs
    .toSorted((a, b) => compareText(a.csv.creationTimestamp ?? '', b.csv.creationTimestamp ?? ''))
    .map(({ csv, isDescoped = false }) => ({
      csv: csvReference(csv),
      apis: [...new Set([...csv.ownedCRDs.map(({ name }) => name), ...csv.ownedAPIServices.map(apiServiceName)])],
      isDescoped,
    }));
}

/** The certificate provider of a choice. */
function providerOf(choice: InstallOptions['certificates'], issuer: InstallOptions['issuer']): CertificateProvider | undefined {
  if (choice === 'none') return undefined;
  return choice === 'service-ca' ? serviceCa : certManager(issuer);
}

/** The bundle of a CSV. A CSV in the input replaces the one in a folder of its bundle. */
function bundleOf({ csv }: ResolvedCsv, { bundles }: Cluster): Bundle | undefined {
  if (csv.bundle) return csv.bundle;
  const bundle = bundles.filter(isWhole).find(({ name }) => name === csv.name);
  return bundle && { ...bundle, csv: csv.manifest, ...(csv.source ? { source: csv.source } : {}) };
}

function bundleMissing({ csv }: ResolvedCsv): UnlocatedProblem {
  const crds = [...new Set(csv.ownedCRDs.map(({ name }) => name))];
  return {
    code: 'BUNDLE_CONTENT_MISSING',
    message: `${csv.name} is given without its bundle, so it cannot be installed without OLM`,
    found: 'a ClusterServiceVersion alone',
    expected: `${crds.length === 0 ? '' : `the CRDs ${crds.join(', ')} and `}the other manifests of its bundle`,
    fix: 'copy manifests/ and metadata/ of the bundle image into a folder of the input, and name the bundle in a Subscription (spec.startingCSV) in place of the ClusterServiceVersion',
    source: sourceOf(csv),
    at: [],
  };
}

/** The content of a bundle with its types, and the problems that prevent its installation. */
function readBundleContent(bundle: Bundle): { readonly bundle: RegistryV1; readonly problems: readonly UnlocatedProblem[] } {
  const { bundle: typed, misfits } = registryV1(bundle);
  // A typed CRD is another object than the written CRD.
  const written = new Map(typed.customResourceDefinitions.map((crd, index) => [crd, bundle.customResourceDefinitions[index] ?? crd]));
  const refusals = [...misfitRefusals(misfits), ...installRefusals(typed)];
  return { bundle: typed, problems: refusals.map((refusal) => refusalProblem(refusal, bundle, written)) };
}

/** A refusal with its place. */
function refusalProblem(
  { manifest, ...refusal }: Refusal,
  bundle: Bundle,
  written: ReadonlyMap<KubernetesObject, KubernetesObject>,
): UnlocatedProblem {
  return { ...refusal, source: sourceOf(bundle, manifest && (written.get(manifest) ?? manifest)) };
}

/** The settings of a Subscription, and their problems. */
function settingsOf(
  { config, source }: Subscription,
  ignored: Conventions['ignoredSettings'],
): { readonly config: DeploymentConfig; readonly problems: UnlocatedProblem[] } {
  const read = deploymentConfig(config, ['spec', 'config']);
  const manifest = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: '' } };
  const refusals = misfitRefusals(read.misfits.map((misfit) => ({ ...misfit, manifest })));
  const heeded = Object.fromEntries(Object.entries(read.config).filter(([name]) => !ignored.some((other) => other === name)));
  return { config: heeded, problems: refusals.map(({ manifest: _, ...refusal }) => ({ ...refusal, source })) };
}

function groupOf({ group, targets }: ResolvedCsv): Installation['group'] {
  if (!group || !targets) return undefined;
  const { name, selector, targetNamespaces } = group.group;
  const hasSelector = selector !== undefined && targetNamespaces.length === 0 && !isAllNamespaces(targets);
  return { name, targets, ...(hasSelector ? { selector: selector as Readonly<Record<string, unknown>> } : {}) };
}
