import { describe, expect, it } from 'vitest';
import { checkEnvelope } from '../../../src/olm/read/reading.js';

const source = { file: 'a.yaml', document: 0, path: [] };
const EXCLUDE = 'exclude the file: name only the folders that contain manifests, or move the file out of them';

const said = (value: unknown) => checkEnvelope(value, source).problems.map(({ at, found, fix }) => [at.join('.'), found, fix]);

describe('a document that is not a Kubernetes object', () => {
  it('is described by its keys where it is something else altogether, with the ways to exclude it', () => {
    expect(said({ replicas: 3 })).toEqual([['', 'neither apiVersion nor kind, but replicas', EXCLUDE]]);
    expect(said({ image: {}, 'a b': 1, service: {}, ingress: {} })).toEqual([
      ['', 'neither apiVersion nor kind, but image, "a b", service …', EXCLUDE],
    ]);
    expect(said({})).toEqual([['', 'neither apiVersion nor kind, but an empty mapping', EXCLUDE]]);
  });

  it('is to be left out or completed where it may be something else, such as a Chart.yaml', () => {
    expect(said({ apiVersion: 'v2', name: 'a' })).toEqual([['kind', 'nothing', `add kind; or ${EXCLUDE}`]]);
  });

  it('is to be completed where it is meant to be one', () => {
    expect(said({ kind: 'Pod', metadata: {} })).toEqual([['apiVersion', 'nothing', 'add apiVersion']]);
    expect(said({ apiversion: 'v1', Kind: 'Pod', metadata: {} })).toEqual([
      ['apiVersion', 'nothing', 'write apiVersion instead of apiversion'],
      ['kind', 'nothing', 'write kind instead of Kind'],
    ]);
  });

  it('is to be converted where it is a package as it was before there were bundles', () => {
    expect(said({ packageName: 'etcd', channels: [] })).toEqual([
      ['', 'a package in the old packagemanifests format', 'convert it to bundles with operator-sdk pkgman-to-bundle, or exclude the file'],
    ]);
  });

  it('is to be separated where it is a list of them', () => {
    expect(said([{ kind: 'Pod' }])).toEqual([['', 'a list', 'write each object as a separate document, after a line with ---']]);
    expect(said([{ op: 'add' }])).toEqual([['', 'a list', EXCLUDE]]);
  });
});
