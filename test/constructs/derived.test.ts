import { ApiObject, Chart, Testing, Yaml } from 'cdk8s';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import type { KubernetesObject, ObjectReference } from '../../src/base/kubernetes/object.js';
import { DerivedChart, type DerivedItem, DerivedObject } from '../../src/constructs/derived.js';
import { cdk8sText } from '../../src/constructs/object-text.js';
import { deepFreeze } from '../support/deep-freeze.js';

const item = (object: KubernetesObject, owner: ObjectReference = { kind: 'OperatorGroup', name: 'group' }): DerivedItem => ({
  object: deepFreeze(object),
  text: () => cdk8sText(object),
  owner,
});

const manifest = deepFreeze({
  kind: 'Role',
  apiVersion: 'rbac.authorization.k8s.io/v1',
  metadata: { namespace: 'b', name: 'a', labels: { z: '1', a: '2' } },
  rules: [],
  extra: null,
});

describe('a derived object', () => {
  it('is exactly what was rendered: keys in order, nothing stamped on it, nothing dropped', () => {
    const chart = new Chart(Testing.app(), 'chart', { namespace: 'other', labels: { stamped: 'yes' } });
    const object = new DerivedObject(chart, 'role', item(manifest));
    expect(object.toJson()).toEqual(manifest);
    expect(JSON.stringify(Testing.synth(chart))).toBe(JSON.stringify([manifest]));
  });

  it('gives copies that can be changed, and are written as they then are', () => {
    const chart = new Chart(Testing.app(), 'chart');
    new DerivedObject(chart, 'role', item(manifest));
    const [changed] = Testing.synth(chart);
    changed.metadata.labels.a = '012';
    changed.rules.push({ verbs: ['get'] });
    changed.more = 1;
    delete changed.extra;
    const expected = {
      kind: 'Role',
      apiVersion: manifest.apiVersion,
      metadata: { namespace: 'b', name: 'a', labels: { z: '1', a: '012' } },
      rules: [{ verbs: ['get'] }],
      more: 1,
    };
    expect(changed).toStrictEqual(expected);
    expect(Yaml.stringify(changed)).toBe(Yaml.stringify(expected));
    expect(Testing.synth(chart)).toEqual([manifest]);
    for (const change of [
      (one: Record<string, unknown>) => Object.assign(one, { rules: null }),
      (one: Record<string, unknown>) => {
        delete one.rules;
        one.others = [];
      },
    ]) {
      const [one] = Testing.synth(chart);
      change(one);
      expect(Yaml.stringify(one)).toBe(Yaml.stringify({ ...one }));
    }
  });

  it('is an ApiObject, which others can ask for its kind and name', () => {
    const object = new DerivedObject(new Chart(Testing.app(), 'chart'), 'role', item(manifest));
    expect(ApiObject.isApiObject(object)).toBe(true);
    expect([object.apiVersion, object.kind, object.name]).toEqual(['rbac.authorization.k8s.io/v1', 'Role', 'a']);
  });
});

it('a derived object is told from other ApiObjects, which cdk8s lets pass for instances of every class of them', () => {
  const chart = new Chart(Testing.app(), 'chart');
  const plain = new ApiObject(chart, 'plain', { apiVersion: 'v1', kind: 'ConfigMap' });
  const derived = new DerivedObject(chart, 'role', item(manifest));
  expect(plain instanceof DerivedObject).toBe(true);
  expect([derived, plain, chart, {}, null, undefined, 'x'].map(DerivedObject.isDerivedObject)).toEqual([
    ...[true, false, false, false, false, false, false],
  ]);
});

describe('a derived chart', () => {
  it('gives its objects in the order in which they were added', () => {
    const chart = new DerivedChart(Testing.app(), 'chart', 'chart');
    for (const name of ['c', 'a', 'b']) new DerivedObject(chart, name, item({ ...manifest, metadata: { name } }));
    expect(chart.toJson().map(({ metadata }) => metadata.name)).toEqual(['c', 'a', 'b']);
  });

  it('gives what somebody else adds to it, too', () => {
    const chart = new DerivedChart(Testing.app(), 'chart', 'chart');
    new DerivedObject(chart, 'role', item(manifest));
    new ApiObject(chart, 'theirs', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'theirs' } });
    expect(chart.toJson().map(({ kind }) => kind)).toEqual(['Role', 'ConfigMap']);
    new ApiObject(new Construct(chart, 'construct'), 'nested', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs' } });
    expect(chart.toJson().map(({ kind }) => kind)).toEqual(['Role', 'ConfigMap', 'Secret']);
  });

  it('gives what somebody else adds to it after what that depends on', () => {
    const chart = new DerivedChart(Testing.app(), 'chart', 'chart');
    const add = (name: string) => new ApiObject(chart, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    const [first, second] = [add('first'), add('second')];
    first.addDependency(second);
    second.addDependency(new DerivedObject(chart, 'role', item(manifest)));
    expect(chart.toJson().map(({ metadata }) => metadata.name)).toEqual(['a', 'second', 'first']);
  });
});
