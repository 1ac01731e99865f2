/** Workloads and CSVs with Deployments, for tests of what changes in them. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import type { State } from '../../src/review/state/state.js';
import { csv, group, namespace } from './build.js';
import { stateOf } from './states.js';

type Fields = Readonly<Record<string, unknown>>;

/** A Deployment of the input. @example deployment('op/web', { containers: [{ name: 'web', image: 'quay.io/acme/web:v1' }] }) */
export function deployment(id: string, pod: Fields): KubernetesObject {
  const [space = '', name = ''] = id.split('/');
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace: space, name }, spec: { template: { spec: pod } } };
}

/** A Pod spec with one container. */
export function pod(container: Fields = {}, rest: Fields = {}): Fields {
  return { containers: [{ name: 'manager', image: 'quay.io/acme/etcd:v1', ...container }], ...rest };
}

/** The CSV `op/<name>` with one Deployment. */
export function csvWith(name: string, podSpec: Fields, spec: Fields = {}): KubernetesObject {
  return csv(`op/${name}`, {
    spec: {
      install: {
        strategy: 'deployment',
        spec: {
          deployments: [{ name: 'manager', spec: { template: { spec: podSpec } } }],
          clusterPermissions: [{ serviceAccountName: 'etcd', rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] }],
        },
      },
      ...spec,
    },
  });
}

/** The state of one operator, `op/<name>`, with one Deployment. */
export function operatorState(name: string, podSpec: Fields, spec: Fields = {}, ...others: readonly KubernetesObject[]): State {
  return stateOf(namespace('op'), namespace('team-a'), group('op/global'), csvWith(name, podSpec, spec), ...others);
}
