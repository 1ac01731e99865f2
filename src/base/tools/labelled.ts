/** The ConfigMaps and Secrets that tools find by a label, and what they decide. */
import { brings, guards, keeps, type Setting, sets } from './setting.js';

const JENKINS = brings('how Jenkins is set up, with its programs');
const JENKINS_AGENT = brings('which Pods Jenkins starts, and as which ServiceAccount');
const JENKINS_CREDENTIAL = sets('warning', 'with which credentials the jobs of Jenkins log in elsewhere');

/** ConfigMaps and Secrets that tools find by a label, such as policies that kube-mgmt loads into Open Policy Agent. */
export const LABELLED: readonly (readonly [label: string | RegExp, Setting, value?: string])[] = [
  ['openpolicyagent.org/policy', guards('which objects Open Policy Agent lets pass')],
  ['openpolicyagent.org/data', guards('which objects Open Policy Agent lets pass')],
  // The chart names the label after its release.
  [/^[\w.-]+-jenkins-config$/, JENKINS],
  ['role', JENKINS_AGENT, 'jenkins-agent'],
  ['role', JENKINS_AGENT, 'jenkins-slave'],
  ['jenkins.io/credentials-type', JENKINS_CREDENTIAL],
  ['credential.sync.jenkins.openshift.io', JENKINS_CREDENTIAL, 'true'],
  ['grafana_datasource', sets('warning', 'which servers Grafana asks, and with which credentials')],
  ['grafana_alert', sets('warning', 'where Grafana sends its data')],
  ['grafana_notifier', sets('warning', 'where Grafana sends its data')],
  ['grafana_plugin', sets('warning', 'which plugins Grafana runs')],
  ['loki_rule', keeps('warning', 'which alerts Loki sends')],
  ['velero.io/plugin-config', brings('how Velero changes objects, such as their images, when it copies or restores them')],
  [
    'config.openshift.io/inject-trusted-cabundle',
    sets('warning', 'which CAs its readers trust: OpenShift writes those of the cluster into it'),
  ],
  ['workflows.argoproj.io/configmap-type', sets('warning', 'with which parameters Argo Workflows starts Pods'), 'Parameter'],
  ['workflows.argoproj.io/configmap-type', sets('warning', 'which results Argo Workflows takes without a run'), 'Cache'],
  ['external-secrets.io/type', sets('warning', 'which Secrets the webhooks of External Secrets send away'), 'webhook'],
  ['istio/multiCluster', sets('error', 'from which clusters Istio takes the servers of Services, and with which kubeconfig'), 'true'],
  ['kiali.io/multiCluster', sets('warning', 'which clusters Kiali shows, and with which kubeconfig'), 'true'],
];
