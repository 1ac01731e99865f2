import { expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { keepFiles } from '../../../src/review/state/object-files.js';
import { changedObjects, objectsOf } from '../../../src/review/state/objects.js';
import { stateOf } from '../../support/states.js';

const map = (value: string, file?: string): KubernetesObject => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'op' }, data: { value } };
  if (file !== undefined) keepFiles([{ value: object, source: { file } }]);
  return object;
};

it('compares one of several of a name with that of its own file, though another file had what it is now', () => {
  const base = stateOf(map('wide', 'git:main^:dev/a.yaml'), map('narrow', 'git:main^:prod/a.yaml'));
  const head = stateOf(map('wide', 'git:main:dev/a.yaml'), map('wide', 'git:main:prod/a.yaml'));
  expect(changedObjects(base, head)).toEqual([{ before: base.given[1], after: head.given[1] }]);
});

it('compares one whose file is not known, or moves, with what is the same', () => {
  const { twinOf } = objectsOf(stateOf(map('one', 'a/x.yaml'), map('two', 'b/x.yaml'), map('three', 'c/x.yaml')));
  for (const file of [undefined, 'd/x.yaml', 'd/y.yaml']) expect(twinOf(map('two', file))).toEqual(map('two'));
});
