/** The approver in the cluster: a Job that runs `approve` with an approval list, and an account whose Role allows nothing else. */

import { OLM_GROUP } from '../../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../../base/kubernetes/object.js';
import { bindingObject, roleObject } from '../../base/kubernetes/rbac.js';
import { emitYaml } from '../../base/manifest/emit.js';
import { HOOK, HOOK_DELETE_POLICY } from '../../base/tools/argo-cd.js';
import { APPROVALS_FILE } from '../lock/approval-list.js';
import type { ApprovalList } from '../lock/read-approval-list.js';

/** The settings of the approver. */
interface Approver {
  /** The image with cdk8s-olm and kubectl, by digest. */
  readonly image: string;
  /** The namespace of the Job. */
  readonly namespace: string;
  /** The schedule of a CronJob. @default a Job, which Argo CD runs at each sync */
  readonly schedule?: string | undefined;
}

/** Whether an image is named by its digest. */
export function isByDigest(image: string): boolean {
  return /^[^\s@]+@sha256:[0-9a-f]{64}$/.test(image);
}

/** The objects of the approver; each namespace in the list gets a Role, and no other. */
export function approverObjects(list: ApprovalList, { image, namespace, schedule }: Approver): KubernetesObject[] {
  const metadata = { name: APPROVER, namespace };
  const namespaces = [...new Set(list.operators.map((one) => one.namespace))].sort();
  const job = jobSpec(image);
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata, automountServiceAccountToken: false },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [APPROVALS_FILE]: emitYaml(list) } },
    ...namespaces.flatMap((home): KubernetesObject[] => [
      approverRole(home),
      bindingObject({ name: APPROVER, namespace: home }, { kind: 'Role', name: APPROVER }, [
        { kind: 'ServiceAccount', name: APPROVER, namespace },
      ]),
    ]),
    schedule === undefined
      ? {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: {
            ...metadata,
            annotations: { [HOOK]: 'PostSync', [HOOK_DELETE_POLICY]: 'BeforeHookCreation' },
          },
          spec: job,
        }
      : { apiVersion: 'batch/v1', kind: 'CronJob', metadata, spec: { schedule, concurrencyPolicy: 'Forbid', jobTemplate: { spec: job } } },
  ];
}

function jobSpec(image: string): object {
  return {
    backoffLimit: 2,
    template: {
      spec: {
        serviceAccountName: APPROVER,
        automountServiceAccountToken: true,
        restartPolicy: 'Never',
        securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            name: 'approve',
            image,
            command: ['cdk8s-olm', 'approve', `/approvals/${APPROVALS_FILE}`, '--live'],
            // kubectl caches the server's API list there.
            env: [{ name: 'HOME', value: '/tmp' }],
            resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
            securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
            volumeMounts: [
              { name: 'approvals', mountPath: '/approvals', readOnly: true },
              { name: 'tmp', mountPath: '/tmp' },
            ],
          },
        ],
        volumes: [
          { name: 'approvals', configMap: { name: APPROVER } },
          { name: 'tmp', emptyDir: {} },
        ],
      },
    },
  };
}

export const APPROVER = 'cdk8s-olm-approver';
/** The default namespace of the approver. */
export const APPROVER_NAMESPACE = 'cdk8s-olm';

/** The Role in one namespace. It allows neither deleting nor creating, nor writing any status. */
export function approverRole(namespace: string): KubernetesObject {
  const apiGroups = [OLM_GROUP];
  return roleObject({ name: APPROVER, namespace }, [
    { apiGroups, resources: ['installplans'], verbs: ['get', 'list', 'watch', 'patch'] },
    { apiGroups, resources: ['subscriptions', 'clusterserviceversions'], verbs: ['get', 'list', 'watch'] },
  ]);
}
