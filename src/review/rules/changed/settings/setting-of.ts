/** Finds the setting that an object is, by its kind, name, labels and content. */

import { groupOf } from '../../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../../base/kubernetes/object.js';
import { fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { isIn } from '../../../../base/manifest/field-changes.js';
import { SECRET_TYPE, SHOWN_BY_ARGO_CD } from '../../../../base/tools/argo-cd.js';
import { EXTERNAL_SECRETS_GROUP } from '../../../../base/tools/external-secrets.js';
import { KYVERNO_GROUP } from '../../../../base/tools/kyverno.js';
import { LABELLED } from '../../../../base/tools/labelled.js';
import { SEALED_BY, SEALED_SECRETS_GROUP } from '../../../../base/tools/sealed-secrets.js';
import { brings, CHANGED_WHEN_WRITTEN, keeps, type Setting, sets } from '../../../../base/tools/setting.js';
import { settingOfKind } from '../kind-effects.js';
import { ledWorkload } from '../led-workloads.js';

/** ConfigMaps, by namespace and name. */
const CONFIG_MAPS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    'kube-system/aws-auth': sets('error', 'who is in which group, system:masters among them'),
    'kube-system/amazon-vpc-cni': keeps('warning', 'whether the network of EKS enforces its policies'),
    'kube-system/coredns': sets('error', 'where names lead'),
    'kube-system/extension-apiserver-authentication': sets('error', 'whom aggregated API servers trust'),
    'kube-system/kube-proxy': sets('warning', 'where the traffic of Services goes'),
    'kube-system/kubeadm-config': brings('how the control plane is set up'),
    'kube-system/kubelet-config': brings('how the kubelet of every node is set'),
    'openshift-config/admin-kubeconfig-client-ca': sets('error', 'whose client certificates are those of system:masters'),
    'kyverno/kyverno': sets('error', 'which objects Kyverno does not check'),
  }),
);

/** ConfigMaps of Argo CD, by name in any namespace. */
const CONFIG_MAPS_ANYWHERE: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    'argo-rollouts-config': sets('error', 'which plugins Argo Rollouts downloads and runs'),
    'argocd-cm': { ...brings('who can log in to Argo CD, and what it applies'), apart: SHOWN_BY_ARGO_CD },
    'argocd-cmd-params-cm': brings('how the parts of Argo CD run'),
    'argocd-gpg-keys-cm': brings('whose signatures of commits Argo CD believes'),
    'argocd-image-updater-config': brings('from where, and how, Argo CD takes newer images by itself'),
    'argocd-image-updater-ssh-config': sets('warning', 'which servers the image updater of Argo CD writes to'),
    'argocd-notifications-cm': sets('warning', 'where Argo CD sends its data'),
    'argocd-rbac-cm': sets('error', 'who can do what in Argo CD'),
    'argocd-ssh-known-hosts-cm': brings('which servers Argo CD takes for those of its repositories'),
    'argocd-tls-certs-cm': brings('which servers Argo CD takes for those of its repositories'),
    'workflow-controller-configmap': brings('how Argo Workflows runs Pods, and where it stores what they write'),
  }),
);

/** Clusters, repositories and their passwords: Argo CD finds them by one label, and generators of ApplicationSets by the others. */
export const ARGO_CD_PLACE: Setting = {
  ...brings('which servers Argo CD reads from or applies to, and with which token'),
  counts: 'labels',
};

const ARGO_CD_SECRET = sets('error', 'who can log in to Argo CD: it has the password of admin and the key of all sessions');

/** The annotation by which a sidecar writes a ConfigMap or Secret to any folder of its program. */
const WRITTEN_TO = 'k8s-sidecar-target-directory';

const WRITTEN_ANYWHERE = brings('which files a program gets, in a folder that it names');

/** Secrets that tools find by their type or by a label. */
const RELEASES = sets('error', 'which objects Helm treats as its releases, and removes or restores');

const SEALING_KEY = sets('error', 'with which key Sealed Secrets are read');

/** A Service's selector and addresses decide which server gets its traffic. */
export const BACKENDS: Setting = {
  decides: 'which Pods, or which host, get the traffic of its clients, and who can reach it',
  changed: 'warning',
  only: [
    'clusterIP',
    'clusterIPs',
    'externalName',
    'loadBalancerClass',
    'loadBalancerIP',
    'loadBalancerSourceRanges',
    'ports',
    'selector',
    'type',
  ],
};

/** API groups whose objects create Secrets from their own fields. */
const SECRET_MAKERS: ReadonlySet<string> = new Set([SEALED_SECRETS_GROUP, EXTERNAL_SECRETS_GROUP]);

const TOKEN_MADE = sets('error', 'which token is made: of an account, or for joining the cluster');

const TOKEN_TYPES: ReadonlySet<unknown> = new Set(['bootstrap.kubernetes.io/token', 'kubernetes.io/service-account-token']);

const PASSWORDS = sets('error', 'with which passwords one logs in to OpenShift, and as whom');

const BOOTSTRAP_TOKEN = sets('error', 'who can join the cluster: it is a bootstrap token');

const HOST_VOLUME = sets('error', 'which files of a node Pods can mount');

const EXTERNAL_ADDRESSES = sets('warning', 'who receives traffic to addresses outside of the cluster (externalIPs)');

/** The effect of an object, by its kind and content. */
export function settingOf(object: KubernetesObject): Setting | undefined {
  const { apiVersion, kind, type, spec, metadata } = object;
  const { name } = metadata;
  const labels = metadata.labels ?? {};
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  if (group === KYVERNO_GROUP && changesObjects(object)) return CHANGED_WHEN_WRITTEN;
  if (SECRET_MAKERS.has(group) && makesToken(object)) return TOKEN_MADE;
  if ((kind === 'Secret' || kind === 'SealedSecret') && hasPasswords(object)) return PASSWORDS;
  const ofKind = ledWorkload(object) ?? settingOfKind(object);
  if (ofKind && kind === 'NetworkPolicy' && closes(object)) return { ...ofKind, added: undefined };
  if (group !== '' || (ofKind && kind !== 'PersistentVolume')) return ofKind;
  if (kind === 'ConfigMap') {
    return configMapNamed(metadata.namespace, name) ?? CONFIG_MAPS_ANYWHERE.get(name) ?? foundByTool(object);
  }
  if (kind === 'PersistentVolume') return 'hostPath' in fieldsOf(spec) || 'local' in fieldsOf(spec) ? HOST_VOLUME : ofKind;
  if (kind === 'Service') return isEmpty(fieldsOf(spec).externalIPs) ? BACKENDS : EXTERNAL_ADDRESSES;
  if (kind !== 'Secret') return undefined;
  if (name === 'argocd-secret' && Object.keys({ ...fieldsOf(object.data), ...fieldsOf(object.stringData) }).length > 0)
    return ARGO_CD_SECRET;
  if (Object.hasOwn(labels, SECRET_TYPE)) return ARGO_CD_PLACE;
  if (String(type).startsWith('helm.sh/release')) return RELEASES;
  if (Object.hasOwn(labels, SEALED_BY)) return SEALING_KEY;
  return type === 'bootstrap.kubernetes.io/token' ? BOOTSTRAP_TOKEN : foundByTool(object);
}

/** The setting of a ConfigMap or Secret that a tool finds by a label, or that a sidecar writes into a folder. */
function foundByTool({ metadata: { labels: given, annotations } }: KubernetesObject): Setting | undefined {
  const labels = given ?? {};
  const has = (label: string | RegExp, value: string | undefined): boolean =>
    Object.entries(labels).some(
      ([key, is]) => (typeof label === 'string' ? key === label : label.test(key)) && (value === undefined || is === value),
    );
  const [, labelled] = LABELLED.find(([label, , value]) => has(label, value)) ?? [];
  return labelled ?? (WRITTEN_TO in fieldsOf(annotations) ? WRITTEN_ANYWHERE : undefined);
}

/** A ConfigMap without a namespace counts by its name, because the tool that applies it chooses the namespace. */
function configMapNamed(namespace: string | undefined, name: string): Setting | undefined {
  if (namespace) return CONFIG_MAPS.get(`${namespace}/${name}`);
  return [...CONFIG_MAPS].find(([key]) => key.endsWith(`/${name}`))?.[1];
}

/** Whether a Secret contains passwords of OpenShift: that of kube:admin, or htpasswd files for the OAuth settings. */
function hasPasswords({ metadata: { namespace, name }, data, stringData, spec }: KubernetesObject): boolean {
  if (namespace === 'kube-system' && name === 'kubeadmin') return true;
  return namespace === 'openshift-config' && [data, stringData, fieldsOf(spec).encryptedData].some((keys) => 'htpasswd' in fieldsOf(keys));
}

/** Whether a policy of Kyverno has a rule that changes or creates objects, in addition to rules that refuse them. */
function changesObjects({ spec }: KubernetesObject): boolean {
  const { rules } = fieldsOf(spec);
  return Array.isArray(rules) && rules.some((rule) => 'mutate' in fieldsOf(rule) || 'generate' in fieldsOf(rule));
}

/** Whether a NetworkPolicy allows nothing: policies add up, so it only closes. */
function closes({ spec }: KubernetesObject): boolean {
  const { ingress, egress } = fieldsOf(spec);
  return isEmpty(ingress) && isEmpty(egress);
}

function makesToken(value: unknown): boolean {
  return isIn(value, (inner, at) => at.at(-1) === 'type' && TOKEN_TYPES.has(inner));
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}
