import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { resolve } from '../../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../../support/build.js';

/** By name of a CSV that does not end the same in every order: on whom it depends. */
function open(...objects: readonly KubernetesObject[]): Record<string, string> {
  const { csvs, replaced } = resolve(clusterOf(...objects));
  const uncertain = [...csvs, ...replaced].filter(({ certainty }) => certainty !== 'certain');
  return Object.fromEntries(
    uncertain.map(({ csv: { name }, certainty, rivals }) => [name, `${certainty}: ${rivals.map((rival) => rival.name)}`]),
  );
}

const own = group('op/og', { targets: ['op'] });
const version = (name: string, replaces?: string) => csv(`op/${name}`, { deployments: [name], spec: replaces ? { replaces } : {} });

describe('what can end in several ways', () => {
  it('is the middle of a chain of three that is there at once', () => {
    expect(Object.keys(open(own, version('v1'), version('v2', 'v1'), version('v3', 'v2')))).toContain('v2');
  });

  it('is not a chain of two that both run', () => {
    expect(open(own, version('v1'), version('v2', 'v1'))).toEqual({});
  });

  it('is a whole chain whose first CSV may lose its API, with the same rival', () => {
    const foo = { owns: ['Foo.v1.example.com'], deployments: ['v1'] };
    const groups = [namespace('t'), group('op/og', { targets: ['t'] }), group('other/og', { targets: ['t'] })];
    const found = open(...groups, csv('op/v1', foo), version('v2', 'v1'), csv('other/rival', { ...foo, deployments: ['r'] }));
    expect(found.v2).toBe('ambiguous: rival');
  });

  it('is a CSV where another one of its name may be copied first', () => {
    const central = group('central/og', { targets: ['op'] });
    expect(open(namespace('op'), own, central, csv('op/foo'), csv('central/foo'))).toEqual({ foo: 'ambiguous: foo' });
  });
});
