import { describe, expect, it } from 'vitest';
import { unwrapped } from '../../../src/base/inside/index.js';
import { isNamedObject, type KubernetesObject } from '../../../src/base/kubernetes/object.js';
import type { ParsedDocument } from '../../../src/base/manifest/parse.js';
import { keptBeside } from '../../../src/review/state/kept-beside.js';
import { keepFiles } from '../../../src/review/state/object-files.js';

const monitor = (namespace: string) => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'ServiceMonitor',
  metadata: { name: 'm', namespace: 'ns' },
  spec: { namespaceSelector: { matchNames: [namespace] } },
});
const template = (...objects: readonly object[]) => ({
  apiVersion: 'template.openshift.io/v1',
  kind: 'Template',
  metadata: { name: 't' },
  objects,
});
const documents = (files: Readonly<Record<string, object>>): ParsedDocument[] =>
  Object.entries(files).map(([file, value]) => ({ value, source: { file, document: 0, path: [] } }) as unknown as ParsedDocument);

/** The objects of files as a state has them. */
function given(files: Readonly<Record<string, object>>): KubernetesObject[] {
  const read = unwrapped(documents(files));
  keepFiles(read);
  return read.map(({ value }) => value).filter(isNamedObject);
}
const monitorIn = (objects: readonly KubernetesObject[]): KubernetesObject =>
  objects.find(({ kind }) => kind === 'ServiceMonitor') as KubernetesObject;

describe('keptBeside', () => {
  it.each([
    ['plain', (namespace: string): object => monitor(namespace)],
    ['in a Template', (namespace: string): object => template(monitor(namespace))],
  ])('finds the old object %s in its file, next to a new one', (_, write) => {
    const old = given({ 'stage/m.yaml': write('stage') });
    const now = given({ 'production/m.yaml': write('production'), 'stage/m.yaml': write('stage') });
    expect(keptBeside(monitorIn(now), monitorIn(old), now)).toBe(true);
  });

  it.each([
    ['is changed in its file', { 'a/m.yaml': monitor('evil') }],
    ['is changed in its file, and copied to another one', { 'a/m.yaml': monitor('evil'), 'b/m.yaml': monitor('stage') }],
    ['is changed in a file of another name', { 'b/m.yaml': monitor('evil') }],
    ['is replaced in a Template', { 'b/m.yaml': template(monitor('evil')) }],
  ])('is false where the object %s', (_, files) => {
    const old = given({ 'a/m.yaml': monitor('stage') });
    const now = given(files);
    expect(keptBeside(monitorIn(now), monitorIn(old), now)).toBe(false);
  });
});
