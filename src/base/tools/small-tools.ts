/** The tools with a row or two. */
import { ARGO_GROUP } from './argo-cd.js';
import { APPLIES, clusterScoped, namespaced, others, runs, USUAL_POD_SPEC } from './row.js';
import { APPLIED, brings, GRANTED, keeps, MACHINES, MACHINES_MADE, RUN, SECRETS_IN } from './setting.js';
import type { SettingMarkRow, Tool } from './tool.js';

export const SECRETS_STORE_GROUP = 'secrets-store.csi.x-k8s.io';

export const SMALL_TOOLS: readonly Tool[] = [
  // KEDA (https://keda.sh/docs/latest/reference/scaledjob-spec).
  { name: 'KEDA', rows: namespaced('keda.sh', 'ScaledJob', runs(['spec', 'jobTargetRef', 'template', 'spec'])) },
  // Kargo (https://docs.kargo.io): promotes the findings of Warehouses from Stage to Stage by writing to Git and to Applications.
  { name: 'Kargo', rows: namespaced('kargo.akuity.io', 'Stage Warehouse', APPLIES) },
  // kro (https://kro.run/docs).
  { name: 'kro', rows: clusterScoped('kro.run', 'ResourceGraphDefinition', APPLIED) },
  // The operator of Pulumi (https://www.pulumi.com/docs/iac/guides/continuous-delivery/pulumi-kubernetes-operator).
  { name: 'Pulumi', rows: namespaced('pulumi.com', 'Program Stack', APPLIES) },
  // The operator of HCP Terraform (https://developer.hashicorp.com/terraform/cloud-docs/integrations/kubernetes).
  { name: 'Terraform', rows: namespaced('app.terraform.io', 'Module Workspace', APPLIES) },
  // RukPak, which earlier versions of OLM v1 used (https://github.com/operator-framework/rukpak).
  { name: 'RukPak', rows: clusterScoped('core.rukpak.io', 'Bundle BundleDeployment', APPLIES) },
  // Backstage (https://backstage.io/docs).
  { name: 'Backstage', rows: [], marks: [['backstage.io/*', '*', 'harmless', 'how the catalog of Backstage shows it']] },
  // Argo Events (https://argoproj.github.io/argo-events): a Deployment of its own reads events, as the account that a Sensor names.
  { name: 'Argo Events', rows: namespaced(ARGO_GROUP, 'Sensor', RUN, runs()) },
  // Argo Rollouts (https://argo-rollouts.readthedocs.io).
  { name: 'Argo Rollouts', rows: namespaced(ARGO_GROUP, 'Rollout', runs(USUAL_POD_SPEC)) },
  // HyperShift (https://hypershift.pages.dev).
  { name: 'HyperShift', rows: namespaced('hypershift.openshift.io', 'HostedCluster NodePool', MACHINES) },
  // Capsule (https://projectcapsule.dev/docs).
  { name: 'Capsule', rows: others('capsule.clastix.io', GRANTED) },
  // Metal3 (https://metal3.io).
  { name: 'Metal3', rows: namespaced('metal3.io', 'BareMetalHost', MACHINES_MADE) },
  // Validated Patterns (https://validatedpatterns.io).
  { name: 'Validated Patterns', rows: namespaced('gitops.hybrid-cloud-patterns.io', 'Pattern', APPLIES) },
  // Hierarchical Namespaces (https://github.com/kubernetes-retired/hierarchical-namespaces).
  { name: 'Hierarchical Namespaces', rows: others('hnc.x-k8s.io', keeps('error', 'which namespaces get the roles and bindings of which')) },
  // Knative Serving (https://knative.dev/docs/serving).
  { name: 'Knative', rows: namespaced('serving.knative.dev', 'Configuration Service', runs(USUAL_POD_SPEC)) },
  // Teleport (https://goteleport.com/docs).
  { name: 'Teleport', rows: others('resources.teleport.dev', keeps('error', 'who can log in through Teleport, and as whom')) },
  // The Secrets Store CSI Driver (https://secrets-store-csi-driver.sigs.k8s.io).
  { name: 'Secrets Store CSI Driver', rows: namespaced(SECRETS_STORE_GROUP, 'SecretProviderClass', SECRETS_IN) },
  // RBAC Manager (https://github.com/FairwindsOps/rbac-manager).
  { name: 'RBAC Manager', rows: clusterScoped('rbacmanager.reactiveops.io', 'RBACDefinition', GRANTED) },
  // ExternalDNS (https://kubernetes-sigs.github.io/external-dns).
  {
    name: 'ExternalDNS',
    rows: namespaced('externaldns.k8s.io', 'DNSEndpoint', brings('where names lead')),
    settingMarks: [['*', 'annotations', 'external-dns.alpha.kubernetes.io/*', 'warning', 'which names lead where']],
  },
  // Keel (https://keel.sh/docs), which replaces images by itself.
  {
    name: 'Keel',
    rows: [],
    settingMarks: (['labels', 'annotations'] as const).map(
      (list): SettingMarkRow => ['*', list, 'keel.sh/*', 'warning', 'which newer images it gets without a commit'],
    ),
  },
];
