import { describe, expect, it } from 'vitest';
import { formatReference, type KubernetesObject, referenceTo } from '../../../src/base/kubernetes/object.js';
import { evaluate } from '../../../src/olm/evaluate/evaluate.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';
import { contending } from '../../support/contending.js';
import { asking, READ_PODS } from '../../support/permissions.js';

function perhaps(...objects: readonly KubernetesObject[]): string[] {
  return evaluate(clusterOf(...objects), { profile: 'olm' })
    .perhaps.map(
      ({ object, csv: { csv: cause, verdict } }) =>
        `${formatReference(referenceTo(object)).replace(/-\w{10,}$/, '')}: ${cause.name} ${verdict.phase}`,
    )
    .sort();
}

describe('what is not rendered and may be there', () => {
  it('is what OLM leaves of the operator that wins in another order', () => {
    expect(evaluate(clusterOf(...contending()), { profile: 'olm' }).perhaps.map(({ object }) => object.metadata.namespace)).toEqual([
      'tenant',
      'tenant',
    ]);
    expect(perhaps(...contending())).toEqual(['Role tenant/bar-robot: bar Succeeded', 'RoleBinding tenant/bar-robot: bar Succeeded']);
  });

  it('is what stays of the middle of a chain of replacements', () => {
    const version = (name: string, replaces?: string) => {
      const { spec } = asking({
        permissions: [{ serviceAccountName: name, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
      });
      return csv(`op/${name}`, { spec: { ...spec, ...(replaces ? { replaces } : {}) } });
    };
    const chain = [namespace('op'), group('op/og', { targets: ['op'] }), version('v1'), version('v2', 'v1'), version('v3', 'v2')];
    expect(perhaps(...chain)).toContain('Role op/v2-v2: v2 Replacing');
  });

  it('is the API roles of a CSV that is being replaced, whose group OLM may have synced before, and the copies that a missing target may stop', () => {
    const old = csv('op/foo.v1', { owns: ['Foo.v1.example.com'] });
    const failed = csv('op/foo.v2', { owns: ['Foo.v1.example.com'], modes: ['AllNamespaces'], spec: { replaces: 'foo.v1' } });
    const replaced = [namespace('op'), group('op/og', { targets: ['op'] }), old, failed];
    expect(perhaps(...replaced)).toEqual(
      ['admin', 'crdview', 'edit', 'view'].map((access) => `ClusterRole foos.example.com-v1-${access}: foo.v1 Replacing`),
    );
    const operator = csv('op/foo.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }));
    expect(perhaps(namespace('op'), namespace('t1'), group('op/og', { targets: ['t1', 'missing'] }), operator)).toEqual([
      'Role t1/foo.v1-robot: foo.v1 Succeeded',
      'RoleBinding t1/foo.v1-robot: foo.v1 Succeeded',
    ]);
  });

  it('is nothing where all is certain', () => {
    expect(perhaps(namespace('op'), group('op/og'), csv('op/foo.v1', { permissions: true }))).toEqual([]);
  });
});
