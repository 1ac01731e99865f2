import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import type { RawFile } from '../../../../src/olm/model/unread-file.js';
import { accessOf } from '../../../../src/review/rules/access/access.js';
import { rawFile } from '../../../../src/review/rules/changed/unread.js';
import type { State } from '../../../../src/review/state/state.js';
import { namespace } from '../../../support/build.js';
import { stateOf } from '../../../support/states.js';

const file = (path: string, content = 'old', values: unknown[] = [{ kind: 'Other' }]) => ({
  path,
  file: path,
  content: () => content,
  values: () => values,
});
type Raw = NonNullable<State['raw']>;
const withRaw = (raw: Partial<Raw>, ...more: KubernetesObject[]) =>
  accessOf({
    ...stateOf(namespace('op'), ...more),
    raw: { plain: [], built: [], loaded: [], roots: [], kustomized: [], applied: () => [], ...raw },
  });
const state = (plain: RawFile[], built: RawFile[], ...more: KubernetesObject[]) => withRaw({ plain, built }, ...more);
const applies = (plain: string[], built: string[]) => () => [
  { by: 'Application a', path: 'apps', plain: new Set(plain), built: new Set(built) },
];
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
      'the file apps/evil.yaml is new and can be applied directly, but the review reads the objects that a kustomization builds from it',
    ]);
    expect(told(state([file('apps/a.yaml')], []), state([], [file('apps/a.yaml', 'new')]))?.[0]).toContain('apps/a.yaml is changed');
  });

  it('tells of a file below a folder that an Application names', () => {
    expect(told(state([], [], APPLICATION), state([], [file('apps/evil.yaml')], APPLICATION))).toHaveLength(1);
    const kustomized = withRaw({ built: [file('apps/evil.yaml')], kustomized: ['apps'] }, APPLICATION);
    expect(told(state([], [], APPLICATION), kustomized)).toEqual([]);
  });

  it('goes by who applies the file, wherever in the repository that is written', () => {
    const built = [file('apps/evil.yaml')];
    expect(told(state([], []), withRaw({ built, applied: applies(['apps/evil.yaml'], []) }))).toHaveLength(1);
    const before = { plain: [file('apps/a.yaml')] };
    const known = withRaw({ ...before, applied: applies(['apps/a.yaml'], []) });
    expect(told(known, withRaw({ built, applied: applies([], ['apps/evil.yaml']) }))).toEqual([]);
    // An Application that the change brings says nothing about who applied the folder before.
    expect(told(withRaw(before), withRaw({ built, applied: applies([], ['apps/evil.yaml']) }))).toHaveLength(1);
    // One that builds it does not undo that another one applies it as it stands.
    const both = () => [...applies(['apps/evil.yaml'], [])(), ...applies([], ['apps/evil.yaml'])()];
    expect(told(known, withRaw({ built, applied: both }))).toHaveLength(1);
  });

  it('says nothing of a file that the build leaves as it is written', () => {
    const object = namespace('new');
    const before = state([file('apps/a.yaml')], []);
    expect(told(before, state([], [file('apps/b.yaml', 'new', [object])], object))).toEqual([]);
    expect(told(before, state([], [file('apps/b.yaml', 'new', [object, { kind: 'Other' }])], object))).toHaveLength(1);
    expect(told(before, state([], [{ ...file('apps/b.yaml'), values: () => undefined }], object))).toHaveLength(1);
  });

  it('is a warning without a gain of a Service or a claim, and an error of anything next to it', () => {
    const of = (kind: string, spec: number, apiVersion = 'v1'): object => ({ apiVersion, kind, metadata: { name: 'a' }, spec });
    const found = (before: readonly object[], after: readonly object[]) =>
      rawFile
        .compare?.(state([file('apps/a.yaml', 'old', [...before])], []), state([], [file('apps/a.yaml', 'new', [...after])]))
        .map(({ severity, effect }) => [severity, effect]);
    for (const kind of ['Service', 'PersistentVolumeClaim']) expect(found([of(kind, 1)], [of(kind, 2)])).toEqual([['warning', 'none']]);
    const others: readonly object[] = [
      of('ServiceAccount', 1),
      of('ConfigMap', 1),
      of('Pod', 1),
      of('ResourceQuota', 1),
      of('Service', 1, 'serving.knative.dev/v1'),
      of('Role', 1, 'rbac.authorization.k8s.io/v1'),
      { kind: 'Service' },
    ];
    for (const other of others) {
      expect(found([of('Service', 1)], [of('Service', 2), other])).toEqual([['error', undefined]]);
      expect(found([of('Service', 1), other], [of('Service', 2)])).toEqual([['error', undefined]]);
      expect(found([of('Service', 1), other], [of('Service', 2), other])).toEqual([['warning', 'none']]);
    }
    // Nobody knows what was applied before a file that is new.
    expect(
      rawFile
        .compare?.(state([file('apps/b.yaml')], []), state([], [file('apps/a.yaml', 'new', [of('Service', 1)])]))
        .map(({ severity }) => severity),
    ).toEqual(['error']);
  });

  it('says nothing of what stays, and of folders that were always built', () => {
    expect(told(state([file('apps/a.yaml')], []), state([], [file('apps/a.yaml')]))).toEqual([]);
    expect(told(state([], [file('base/a.yaml')]), state([], [file('base/a.yaml', 'new')]))).toEqual([]);
  });
});
