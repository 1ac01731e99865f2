/** The repository of an operator itself: its bundle, and the base that operator-sdk generates it from. */
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const RULES = {
  apart: `
          - apiGroups: [apps]
            resources: [deployments]
            verbs: [get, list]
          - apiGroups: [""]
            resources: [pods]
            verbs: [get]
          - apiGroups: [""]
            resources: [nodes]
            verbs: [get]`,
  joined: `
          - apiGroups: [""]
            resources: [nodes, pods]
            verbs: [get]
          - apiGroups: [apps]
            resources: [deployments]
            verbs: [list, get]`,
  more: `
          - apiGroups: [""]
            resources: [nodes, pods, secrets]
            verbs: [get]`,
};

const csv = (rules: string): string => `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: till.v0.0.1
  namespace: placeholder
spec:
  version: 0.0.1
  installModes:
    - {type: AllNamespaces, supported: true}
  install:
    strategy: deployment
    spec:
      clusterPermissions:
        - serviceAccountName: till
          rules:${rules}
      deployments: []
`;
const ANNOTATIONS =
  'annotations: {operators.operatorframework.io.bundle.package.v1: till, operators.operatorframework.io.bundle.mediatype.v1: registry+v1}\n';
const bundle = (rules: string): string =>
  folderOf({ 'manifests/till.clusterserviceversion.yaml': csv(rules), 'metadata/annotations.yaml': ANNOTATIONS });

describe('the bundle of an operator', () => {
  it('is the same if its rules are written in another way', () => {
    const { out, code } = cli(['review', bundle(RULES.apart), bundle(RULES.joined)]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^No (change in meaning|new permissions)/m)]);
    expect(out).not.toContain('object-not-reviewed');
  });

  it('grants more if its rules do', () => {
    const { out } = cli(['review', bundle(RULES.joined), bundle(RULES.more)]);
    expect(out).toMatch(/^Grants more: .*secrets/m);
  });
});

describe('the base of a bundle', () => {
  const base = (rules: string, more = {}): string =>
    folderOf({ 'config/manifests/bases/till.clusterserviceversion.yaml': csv(rules), ...more });

  it('is no operator: nobody applies it', () => {
    const { out, code } = cli(['check', base(RULES.apart)]);
    expect([code, out]).toEqual([0, expect.stringContaining('no CSVs, no findings')]);
  });

  it('is compared by its fields', () => {
    const { out } = cli(['review', base(RULES.apart), base(RULES.more)]);
    expect(out).toContain('till.v0.0.1');
    expect(out).not.toMatch(/^No change in meaning/m);
  });

  it('is an operator where a group runs it', () => {
    const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: all, namespace: placeholder}\n';
    const { out } = cli(['check', base(RULES.apart, { 'group.yaml': group })]);
    expect(out).toMatch(/^placeholder +till\.v0\.0\.1/m);
  });
});
