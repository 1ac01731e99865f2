import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { unitMoved } from '../../../../src/review/rules/changed/unit-moved.js';
import type { State } from '../../../../src/review/state/state.js';
import { namespace } from '../../../support/build.js';
import { sides, stateOf } from '../../../support/states.js';

const told = (more: Partial<State>, ...objects: readonly KubernetesObject[]) => {
  const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'op', name: 'settings' } };
  const state = stateOf(namespace('op'), settings, ...objects);
  return unitMoved
    .compare(...sides(state, { ...state, ...more }))
    .map(({ severity, subject, message, place }) => [severity, subject.name, message, place?.file]);
};

describe('unit-moved', () => {
  it('tells from where a folder comes, and that nobody knows where it is applied', () => {
    const movedFrom = { from: 'apps/shop', to: 'apps/store', same: 2 };
    const says = 'was apps/shop, with 2 objects of the same name: the tool that applies the new folder applies them';
    const end = '; whether that reaches the same clusters as the old folder is not known';
    expect(told({ movedFrom })).toEqual([['warning', 'apps/store', says + end, 'ConfigMap/op/settings']]);
    expect(told({ movedFrom: { ...movedFrom, same: 1 } })[0]?.[2]).toContain(
      'with 1 object of the same name: the tool that applies the new folder applies it',
    );
  });

  it('is an error where that takes away what refuses requests', () => {
    const policy = {
      apiVersion: 'kyverno.io/v1',
      kind: 'ClusterPolicy',
      metadata: { name: 'no-root' },
      spec: { rules: [{ validate: {} }] },
    };
    const [[severity, , message] = []] = told({ movedFrom: { from: 'apps/shop', to: 'apps/store', same: 2 } }, policy);
    expect(severity).toBe('error');
    expect(message).toMatch(/ is not known; without ClusterPolicy no-root, they refuse less$/);
  });

  it('says nothing of one that stays', () => {
    expect(told({})).toEqual([]);
  });
});
