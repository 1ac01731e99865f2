/**
 * Amazon Web Services: its controllers (ACK), Upbound's providers, and IAM roles of accounts
 * (https://aws-controllers-k8s.github.io/community).
 */
import { clusterScoped, namespaced, others } from './row.js';
import { BRINGS, CLOUD, keeps, sets } from './setting.js';
import type { Tool } from './tool.js';

const ACCESS = sets('error', 'which cloud identity can do what in which cluster');

/** Its access entries, and whether its maker is its administrator, are fields of a cluster. */
const MADE = keeps('warning', 'how a cluster of EKS is made, and who can do what in it', BRINGS);

const CLOUD_ROLE = 'which role of the cloud its Pods have';

export const AWS: Tool = {
  name: 'Amazon Web Services',
  rows: [
    ...namespaced('eks.services.k8s.aws', 'AccessEntry PodIdentityAssociation', ACCESS),
    ...clusterScoped('eks.aws.upbound.io', 'AccessEntry AccessPolicyAssociation PodIdentityAssociation', ACCESS),
    ...namespaced('eks.services.k8s.aws', 'Cluster', MADE),
    ...clusterScoped('eks.aws.upbound.io', 'Cluster', MADE),
    ...clusterScoped('eksctl.io', 'ClusterConfig', MADE),
    ...others('iam.services.k8s.aws', CLOUD),
    ...others('iam.aws.upbound.io', CLOUD),
  ],
  settingMarks: [
    ['ServiceAccount', 'annotations', 'eks.amazonaws.com/role-arn', 'warning', CLOUD_ROLE],
    ['Pod', 'annotations', 'iam.amazonaws.com/role', 'warning', CLOUD_ROLE],
    ['Namespace', 'annotations', 'iam.amazonaws.com/*', 'warning', 'which roles of the cloud Pods in the namespace can have'],
  ],
};
