/** Two operators that own one API, with groups that meet: the order decides which of them runs. */
import type { KubernetesObject } from '../../src/base/kubernetes/object.js';
import { csv, group, namespace } from './build.js';
import { asking } from './permissions.js';

const READ = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
const permissions = [{ serviceAccountName: 'robot', rules: [READ] }];

/** The older one, op-a/foo, is taken to win over op-b/bar; both read Secrets in tenant. */
export function contending(): KubernetesObject[] {
  const operator = (id: string, created: string): KubernetesObject => {
    const fields = asking({ permissions });
    return csv(id, { ...fields, owns: ['Foo.v1.example.com'], created });
  };
  return [
    ...['op-a', 'op-b', 'tenant'].map((name) => namespace(name)),
    group('op-a/og', { targets: ['tenant'] }),
    group('op-b/og', { targets: ['tenant'] }),
    operator('op-a/foo', '2026-01-01T00:00:00Z'),
    operator('op-b/bar', '2026-01-02T00:00:00Z'),
  ];
}
