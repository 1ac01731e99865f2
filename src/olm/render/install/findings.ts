/** Findings about operators that are installed without OLM. */
import { compareText, type KubernetesObject } from '../../../base/kubernetes/object.js';
import type { Cluster } from '../../model/cluster.js';
import { csvReference, type Finding } from '../../model/finding.js';
import { CERT_MANAGER_CRD, missingCertificates } from '../../rules/install/certificates.js';
import {
  descopedFindings,
  foreignConversion,
  missingPriorityClasses,
  missingSecrets,
  readsOlm,
  subscribedBesideInstall,
} from '../../rules/install/findings.js';
import { kindKey, undefinedKinds } from '../../rules/install/undefined-kinds.js';
import type { Check } from '../profile/profile.js';
import type { InstallPlan, PlannedInstallation } from './context.js';
import { descopedOf, descopedPermissions, hasStatus, isOfDescoped } from './descoped-roles.js';

export const installFindings: Check = (rendering, { plan, cluster }) => {
  if (!plan) return rendering;
  const installed = rendering.rendered.filter(({ emitSet }) => emitSet === 'install');
  const objects = installed.map(({ object }) => object);
  const isProvided =
    plan.certificates === 'service-ca'
      ? cluster.isOpenShift
      : [...cluster.customResourceDefinitions.map(({ name }) => name), ...objects.map(({ metadata }) => metadata.name)].includes(
          CERT_MANAGER_CRD,
        );
  const around = { plan, objects, cluster, isProvided };
  return {
    ...rendering,
    findings: [
      ...rendering.findings,
      ...plan.findings,
      ...plan.installations.flatMap((planned) => findingsAbout(planned, around)),
      ...undefinedKinds(installed, definedKinds(cluster, objects), cluster.isOpenShift),
    ],
    problems: [...rendering.problems, ...plan.problems],
  };
};

/** The kinds that CRDs of the input, or rendered ones, define. */
function definedKinds({ customResourceDefinitions }: Cluster, objects: readonly KubernetesObject[]): Set<string> {
  const rendered = objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(({ spec }) => spec as { readonly group: string; readonly names: { readonly kind: string } });
  return new Set([
    ...customResourceDefinitions.map(({ kind, group }) => kindKey(kind, group)),
    ...rendered.map(({ group, names }) => kindKey(names.kind, group)),
  ]);
}

interface Surroundings {
  readonly plan: InstallPlan;
  readonly objects: readonly KubernetesObject[];
  readonly cluster: Cluster;
  readonly isProvided: boolean;
}

function findingsAbout(planned: PlannedInstallation, around: Surroundings): Finding[] {
  const {
    csv: { csv },
    installation,
    subscription,
  } = planned;
  const { bundle, namespace } = installation;
  const { plan, objects, cluster, isProvided } = around;
  const secretOf = (deployment: string): string => plan.rules.certificateName(plan.rules.serviceName(deployment));
  const secrets = [...cluster.secrets, ...objects.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata)]
    .filter((secret) => secret.namespace === namespace)
    .map(({ name }) => name)
    .sort(compareText);
  // Missing certificates are reported once for each serving Deployment.
  const ofCertificates = bundle.csv.deployments.map(({ name }) => secretOf(name));
  const deployments = objects.filter(
    ({ kind, metadata }) =>
      kind === 'Deployment' && metadata.namespace === namespace && bundle.csv.deployments.some(({ name }) => name === metadata.name),
  );
  const priorityClasses = objects.filter(({ kind }) => kind === 'PriorityClass').map(({ metadata }) => metadata.name);
  return [
    ...(isOfDescoped(planned) ? aboutDescoped(planned) : []),
    ...readsOlm(bundle, namespace),
    ...foreignConversion(bundle, namespace),
    ...missingCertificates(bundle, namespace, { choice: plan.certificates, isProvided, secrets }, secretOf),
    ...deployments.flatMap((deployment) => missingSecrets(deployment, [...secrets, ...ofCertificates], csv.name)),
    ...missingPriorityClasses(deployments, priorityClasses, csv.name),
    ...(subscription ? [subscribedBesideInstall(subscription, csvReference(csv))] : []),
  ];
}

function aboutDescoped(planned: PlannedInstallation): Finding[] {
  const descoped = descopedOf(planned, []);
  const names = [...new Set(descoped.csv.ownedCRDs.map(({ name }) => name))];
  const withoutStatus = names.filter((name) => !hasStatus(name, descoped));
  return descopedFindings(csvReference(planned.csv.csv), descopedPermissions(descoped), withoutStatus);
}
