import { describe, expect, it } from 'vitest';
import { accessOf } from '../../../src/findings/access/access.js';
import { rawFile } from '../../../src/findings/changed/raw-file.js';
import type { KubernetesObject } from '../../../src/kubernetes/object.js';
import { namespace } from '../../support/build.js';
import { stateOf } from '../../support/states.js';

const file = (path: string, content = 'old') => ({ path, file: path, content: () => content });
const state = (plain: ReturnType<typeof file>[], built: ReturnType<typeof file>[], ...more: KubernetesObject[]) =>
  accessOf({ ...stateOf(namespace('op'), ...more), raw: { plain, built } });
const told = (before: ReturnType<typeof state>, after: ReturnType<typeof state>) =>
  rawFile.compare?.(before, after).map(({ message }) => message);
const APPLICATION: KubernetesObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'a', namespace: 'argocd' },
  spec: { source: { path: './apps/' } },
};

describe('raw-file', () => {
  it('tells of a file in a folder that was read as it stands', () => {
    expect(told(state([file('apps/a.yaml')], []), state([], [file('apps/a.yaml'), file('apps/evil.yaml')]))).toEqual([
      'the file apps/evil.yaml is new and can be applied as it stands, while the review reads what a kustomization builds of it',
    ]);
    expect(told(state([file('apps/a.yaml')], []), state([], [file('apps/a.yaml', 'new')]))?.[0]).toContain('apps/a.yaml is changed');
  });

  it('tells of a file below a folder that an Application names', () => {
    expect(told(state([], [], APPLICATION), state([], [file('apps/evil.yaml')], APPLICATION))).toHaveLength(1);
    const kustomized = [file('apps/kustomization.yaml'), file('apps/evil.yaml')];
    expect(told(state([], [], APPLICATION), state([], kustomized, APPLICATION))).toEqual([]);
  });

  it('says nothing of what stays, and of folders that were always built', () => {
    expect(told(state([file('apps/a.yaml')], []), state([], [file('apps/a.yaml')]))).toEqual([]);
    expect(told(state([], [file('base/a.yaml')]), state([], [file('base/a.yaml', 'new')]))).toEqual([]);
  });
});
