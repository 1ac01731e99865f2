/** The list of tools whose kinds, annotations and labels are known. A new tool is a file and an entry in this list; one with few rows, an entry in `small-tools.ts`. */
import { ACM } from './acm.js';
import { ARGO_CD } from './argo-cd.js';
import { ARGO_WORKFLOWS } from './argo-workflows.js';
import { AUTOSCALER } from './autoscaler.js';
import { AWS } from './aws.js';
import { AZURE } from './azure.js';
import { CALICO } from './calico.js';
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
import { HIVE } from './hive.js';
import { ISTIO } from './istio.js';
import { KARMADA } from './karmada.js';
import { KUBERNETES, KUBERNETES_BEFORE } from './kubernetes.js';
import { KUBEVELA } from './kubevela.js';
import { KUBEVIRT } from './kubevirt.js';
import { KUBEWARDEN } from './kubewarden.js';
import { KUSTOMIZE } from './kustomize.js';
import { KYVERNO } from './kyverno.js';
import { METACONTROLLER } from './metacontroller.js';
import { NETWORK_POLICY_API } from './network-policy-api.js';
import { NODE_OPERATORS } from './node-operators.js';
import { OLM, OLM_V1 } from './olm.js';
import { OPENSHIFT } from './openshift.js';
import { OPENSHIFT_AI } from './openshift-ai.js';
import { PACKAGE_OPERATOR } from './package-operator.js';
import { PINNIPED } from './pinniped.js';
import { PROMETHEUS } from './prometheus.js';
import { RANCHER } from './rancher.js';
import { RBAC_SYNC } from './rbac-sync.js';
import { REDHAT_COP } from './redhat-cop.js';
import { REFLECTOR } from './reflector.js';
import { SCANNERS } from './scanners.js';
import { SEALED_SECRETS } from './sealed-secrets.js';
import { SMALL_TOOLS } from './small-tools.js';
import { SNAPSHOTS } from './snapshots.js';
import { STRIMZI } from './strimzi.js';
import { SVELTOS } from './sveltos.js';
import { TEKTON } from './tekton.js';
import type { Tool } from './tool.js';
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
  GATEWAY_API,
  NETWORK_POLICY_API,
  NODE_OPERATORS,
  REDHAT_COP,
  KYVERNO,
  GATEKEEPER,
  KUBEWARDEN,
  KUSTOMIZE,
  CONFIG_SYNC,
  HELM,
  ARGO_CD,
  ARGO_WORKFLOWS,
  FLUX,
  RANCHER,
  ACM,
  HIVE,
  CLUSTER_API,
  CARVEL,
  CROSSPLANE,
  KUBEVELA,
  METACONTROLLER,
  PACKAGE_OPERATOR,
  KARMADA,
  SVELTOS,
  TEKTON,
  KUBEVIRT,
  PINNIPED,
  RBAC_SYNC,
  EXTERNAL_SECRETS,
  VAULT,
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
  STRIMZI,
  OPENSHIFT_AI,
  ...SMALL_TOOLS,
];
