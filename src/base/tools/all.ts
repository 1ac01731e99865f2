/** The list of tools whose kinds, annotations and labels are known. A new tool is a file, and an entry in this list. */
import { ACM } from './acm.js';
import { ARGO_CD } from './argo-cd.js';
import { ARGO_EVENTS } from './argo-events.js';
import { ARGO_ROLLOUTS } from './argo-rollouts.js';
import { ARGO_WORKFLOWS } from './argo-workflows.js';
import { AUTOSCALER } from './autoscaler.js';
import { AWS } from './aws.js';
import { AZURE } from './azure.js';
import { BACKSTAGE } from './backstage.js';
import { CALICO } from './calico.js';
import { CAPSULE } from './capsule.js';
import { CARVEL } from './carvel.js';
import { CERT_MANAGER } from './cert-manager.js';
import { CILIUM } from './cilium.js';
import { CLUSTER_API } from './cluster-api.js';
import { CONFIG_SYNC } from './config-sync.js';
import { CROSSPLANE } from './crossplane.js';
import { EXTERNAL_SECRETS } from './external-secrets.js';
import { FLUX } from './flux.js';
import { GATEKEEPER } from './gatekeeper.js';
import { GATEWAY_API } from './gateway-api.js';
import { GOOGLE_CLOUD } from './google-cloud.js';
import { GRAFANA } from './grafana.js';
import { HELM } from './helm.js';
import { HIERARCHICAL_NAMESPACES } from './hierarchical-namespaces.js';
import { HIVE } from './hive.js';
import { HYPERSHIFT } from './hypershift.js';
import { ISTIO } from './istio.js';
import { KARGO } from './kargo.js';
import { KARMADA } from './karmada.js';
import { KEDA } from './keda.js';
import { KNATIVE } from './knative.js';
import { KRO } from './kro.js';
import { KUBERNETES, KUBERNETES_BEFORE } from './kubernetes.js';
import { KUBEVELA } from './kubevela.js';
import { KUBEVIRT } from './kubevirt.js';
import { KUBEWARDEN } from './kubewarden.js';
import { KUSTOMIZE } from './kustomize.js';
import { KYVERNO } from './kyverno.js';
import { METACONTROLLER } from './metacontroller.js';
import { METAL3 } from './metal3.js';
import { NETWORK_POLICY_API } from './network-policy-api.js';
import { NODE_OPERATORS } from './node-operators.js';
import { OLM, OLM_V1 } from './olm.js';
import { OPENSHIFT } from './openshift.js';
import { PACKAGE_OPERATOR } from './package-operator.js';
import { PINNIPED } from './pinniped.js';
import { PROMETHEUS } from './prometheus.js';
import { PULUMI } from './pulumi.js';
import { RANCHER } from './rancher.js';
import { RBAC_MANAGER } from './rbac-manager.js';
import { RBAC_SYNC } from './rbac-sync.js';
import { REDHAT_COP } from './redhat-cop.js';
import { REFLECTOR } from './reflector.js';
import { RUKPAK } from './rukpak.js';
import { SCANNERS } from './scanners.js';
import { SEALED_SECRETS } from './sealed-secrets.js';
import { SECRETS_STORE } from './secrets-store.js';
import { SNAPSHOTS } from './snapshots.js';
import { STRIMZI } from './strimzi.js';
import { SVELTOS } from './sveltos.js';
import { TEKTON } from './tekton.js';
import { TELEPORT } from './teleport.js';
import { TERRAFORM } from './terraform.js';
import type { Tool } from './tool.js';
import { VALIDATED_PATTERNS } from './validated-patterns.js';
import { VAULT } from './vault.js';
import { VELERO } from './velero.js';

export const TOOLS: readonly Tool[] = [
  KUBERNETES,
  OLM,
  OPENSHIFT,
  KUBERNETES_BEFORE,
  AUTOSCALER,
  PROMETHEUS,
  OLM_V1,
  SNAPSHOTS,
  RUKPAK,
  GATEWAY_API,
  NETWORK_POLICY_API,
  HYPERSHIFT,
  NODE_OPERATORS,
  REDHAT_COP,
  METAL3,
  KYVERNO,
  GATEKEEPER,
  KUBEWARDEN,
  KUSTOMIZE,
  CONFIG_SYNC,
  HELM,
  ARGO_CD,
  ARGO_WORKFLOWS,
  ARGO_EVENTS,
  ARGO_ROLLOUTS,
  KARGO,
  FLUX,
  RANCHER,
  ACM,
  HIVE,
  CLUSTER_API,
  CARVEL,
  CROSSPLANE,
  KUBEVELA,
  KRO,
  METACONTROLLER,
  PACKAGE_OPERATOR,
  KARMADA,
  SVELTOS,
  TERRAFORM,
  PULUMI,
  VALIDATED_PATTERNS,
  TEKTON,
  KNATIVE,
  KEDA,
  KUBEVIRT,
  PINNIPED,
  TELEPORT,
  RBAC_MANAGER,
  RBAC_SYNC,
  CAPSULE,
  HIERARCHICAL_NAMESPACES,
  EXTERNAL_SECRETS,
  VAULT,
  SECRETS_STORE,
  SEALED_SECRETS,
  REFLECTOR,
  CERT_MANAGER,
  VELERO,
  CILIUM,
  CALICO,
  ISTIO,
  AWS,
  GOOGLE_CLOUD,
  AZURE,
  GRAFANA,
  SCANNERS,
  BACKSTAGE,
  STRIMZI,
];
