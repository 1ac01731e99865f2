import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInput } from '../../src/source/read-input.js';
import { folderOf } from '../support/files.js';

const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: a}\n';
const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n';
const codes = (...inputs: string[]) => readInput(inputs).problems.map(({ code }) => code);

describe('settings of other programs beside manifests', () => {
  it('are no problem of a folder', () => {
    const others = {
      'values.yaml': 'replicas: 1\n',
      'package.json': '{"name": "a", "version": "1.0.0"}',
      'renovate.json': '{"extends": ["config:base"]}',
      'playbook.yaml': '- hosts: all\n  tasks: []\n',
    };
    expect(codes(folderOf({ 'group.yaml': group, 'namespace.yaml': namespace, ...others }))).toEqual([]);
  });

  it('are one where they are named, or a kustomization lists them', () => {
    const folder = folderOf({ 'values.yaml': 'replicas: 1\n', 'kustomization.yaml': 'resources: [values.yaml]\n' });
    expect(codes(join(folder, 'values.yaml'))).toContain('NOT_A_MANIFEST');
    expect(codes(folder)).toContain('NOT_A_MANIFEST');
  });

  it('are not what lacks its kind', () => {
    expect(codes(folderOf({ 'a.yaml': 'metadata: {name: a}\nspec: {}\n', 'group.yaml': group }))).toContain('NOT_A_MANIFEST');
    expect(codes(folderOf({ 'a.yaml': 'apiVersion: v1\n', 'group.yaml': group }))).toContain('NOT_A_MANIFEST');
  });
});
