import { describe, expect, it } from 'vitest';
import { checkEnvelope } from '../../src/model/envelope.js';

const source = { file: 'a.yaml', document: 0, path: [] };
const LEAVE_OUT = 'leave the file out: name only the folders that hold manifests, or list it in a .indexignore beside it';

const said = (value: unknown) => checkEnvelope(value, source).problems.map(({ at, found, fix }) => [at.join('.'), found, fix]);

describe('a document that is no Kubernetes object', () => {
  it('is described by its keys where it is something else altogether, with the ways to leave it out', () => {
    expect(said({ replicas: 3 })).toEqual([['', 'neither apiVersion nor kind, but replicas', LEAVE_OUT]]);
    expect(said({ image: {}, 'a b': 1, service: {}, ingress: {} })).toEqual([
      ['', 'neither apiVersion nor kind, but image, "a b", service …', LEAVE_OUT],
    ]);
    expect(said({})).toEqual([['', 'neither apiVersion nor kind, but an empty mapping', LEAVE_OUT]]);
  });

  it('is to be left out or completed where it may be something else, such as a Chart.yaml', () => {
    expect(said({ apiVersion: 'v2', name: 'a' })).toEqual([['kind', 'nothing', `add kind; or ${LEAVE_OUT}`]]);
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
      ['', 'a package in the format before bundles', 'make bundles of it, with operator-sdk pkgman-to-bundle, or leave the file out'],
    ]);
  });

  it('is to be separated where it is a list of them', () => {
    expect(said([{ kind: 'Pod' }])).toEqual([['', 'a list', 'write each object as a document of its own, after a line that says ---']]);
    expect(said([{ op: 'add' }])).toEqual([['', 'a list', LEAVE_OUT]]);
  });
});
