import { describe, expect, it } from 'vitest';
import { kustomizedObjects, objectBuilt } from '../../../src/repository/kustomize/kustomized-objects.js';
import { diskTree } from '../../../src/repository/trees/disk-tree.js';
import { folderOf } from '../../support/files.js';

const object = (kind: string, name: string, rest = ''): string => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}${rest}}\n`;

function objectsOf(files: Readonly<Record<string, string>>) {
  return kustomizedObjects(diskTree(folderOf(files)), 'kustomization.yaml');
}
const inShort = (objects: ReturnType<typeof objectsOf>): string[] =>
  objects.map(
    ({ file, kind, names, namespace, layers }) =>
      `${file} ${kind} ${namespace}/${names.join('>')} ${layers.map((layer) => layer.file).join(' ')}`,
  );

describe('the objects of a kustomization', () => {
  it('have the names and namespaces that they come out with', () => {
    const files = {
      'kustomization.yaml': 'resources: [base, own.yaml]\ncomponents: [part]\nnameSuffix: -s\n',
      'own.yaml': object('CustomResourceDefinition', 'crd'),
      'base/kustomization.yaml': 'resources: [a.yaml]\nnamePrefix: p-\nnamespace: inner\n',
      'base/a.yaml': `${object('Role', 'a', ', namespace: given')}---\n${object('Namespace', 'given')}`,
      'part/kustomization.yaml': 'kind: Component\nresources: [b.yaml]\nnamePrefix: c-\nsecretGenerator: [{name: made}]\n',
      'part/b.yaml': object('Role', 'b'),
    };
    const [outer, inner] = ['part/kustomization.yaml kustomization.yaml', 'base/kustomization.yaml'];
    expect(inShort(objectsOf(files))).toEqual([
      `base/a.yaml Role inner/a>p-a>c-p-a>c-p-a-s ${inner} ${outer}`,
      `base/a.yaml Namespace inner/given>inner ${inner} ${outer}`,
      `own.yaml CustomResourceDefinition undefined/crd ${outer}`,
      `part/b.yaml Role undefined/b>c-b>c-b-s ${outer}`,
      `part/kustomization.yaml Secret undefined/made>c-made>c-made-s ${outer}`,
    ]);
  });

  it('are none where kustomizations load each other too often, and end where they load each other in a circle', () => {
    const levels = Array.from({ length: 30 }, (_, level) => level);
    const twice = Object.fromEntries(
      levels.map((level) => [`l${level}/kustomization.yaml`, `resources: [../l${level + 1}, ../l${level + 1}]\nnamespace: a\n`]),
    );
    expect(objectsOf({ 'kustomization.yaml': 'resources: [l0, a.yaml]\n', 'a.yaml': object('Role', 'a'), ...twice })).toEqual([]);
    const circle = {
      'kustomization.yaml': 'resources: [b, a.yaml]\n',
      'a.yaml': object('Role', 'a'),
      'b/kustomization.yaml': 'resources: [..]\n',
    };
    expect(objectsOf(circle)).toHaveLength(1);
  });
});

describe('an object that was built', () => {
  const role = (name: string, namespace: string) => ({ apiVersion: 'v1', kind: 'Role', metadata: { name, namespace } });

  it('is the one of its name and namespace', () => {
    const objects = objectsOf({
      'kustomization.yaml': 'resources: [a, b]\n',
      'a/kustomization.yaml': 'resources: [a.yaml]\nnamespace: a\n',
      'a/a.yaml': object('Role', 'r'),
      'b/kustomization.yaml': 'resources: [b.yaml]\nnamespace: b\n',
      'b/b.yaml': object('Role', 'r'),
    });
    expect(objectBuilt(objects, role('r', 'a'))?.file).toBe('a/a.yaml');
    expect(objectBuilt(objects, role('r', 'b'))?.file).toBe('b/b.yaml');
    expect(objectBuilt(objects, role('other', 'b'))).toBeUndefined();
  });

  it('with a name that a patch gave is the only one of its kind', () => {
    const objects = objectsOf({
      'kustomization.yaml': 'resources: [a.yaml]\n',
      'a.yaml': `${object('Role', 'r')}---\n${object('Secret', 's')}`,
    });
    expect(objectBuilt(objects, role('renamed', 'a'))?.names).toEqual(['r']);
  });
});
