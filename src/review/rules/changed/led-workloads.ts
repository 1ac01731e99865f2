/** Workloads whose controller does more than to run their Pods: it leads traffic, asks servers with credentials, or stops other workloads. */
import { groupOf } from '../../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../../base/kubernetes/object.js';
import type { Setting } from '../../../base/tools/setting.js';

/** Fields of strategies that only decide how fast, and with how many Pods, a new version comes. */
const ROLLED_OUT = [
  ...['abortScaleDownDelaySeconds', 'scaleDownDelayRevisionLimit', 'scaleDownDelaySeconds', 'previewReplicaCount', 'replicas'],
  ...['autoPromotionEnabled', 'autoPromotionSeconds', 'duration', 'pause', 'setCanaryScale', 'setWeight', 'weight'],
  ...['intervalSeconds', 'timeoutSeconds', 'updatePeriodSeconds', 'maxSurge', 'maxUnavailable', 'minPodsPerReplicaSet', 'resources'],
];

/** Numbers by which a scaler decides how many Jobs run, whatever its type. */
const COUNTED = [
  'activationThreshold',
  'activationValue',
  'desiredReplicas',
  'end',
  'lagThreshold',
  'queueLength',
  'start',
  'threshold',
  'timezone',
  'value',
];

const LED: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    'apps.openshift.io DeploymentConfig': {
      decides: 'which image it takes from where, and what runs with a rollout',
      changed: 'warning',
      only: ['strategy', 'triggers'],
      harmless: ROLLED_OUT,
    },
    'argoproj.io Rollout': {
      decides: 'which Services lead to its Pods, what runs to judge them, and which workload it stops',
      changed: 'warning',
      only: ['strategy', 'workloadRef'],
      harmless: ROLLED_OUT,
    },
    'keda.sh ScaledJob': {
      decides: 'which servers decide how many Jobs run, and with which credentials they are asked',
      changed: 'warning',
      only: ['triggers'],
      harmless: COUNTED,
    },
    'serving.knative.dev Service': {
      decides: 'which revisions get its traffic',
      changed: 'warning',
      only: ['traffic'],
      harmless: ['latestRevision', 'percent'],
    },
  }),
);

/** The setting in a workload of such a kind. */
export function ledWorkload({ apiVersion, kind }: KubernetesObject): Setting | undefined {
  return LED.get(`${groupOf(String(apiVersion))} ${kind}`);
}
