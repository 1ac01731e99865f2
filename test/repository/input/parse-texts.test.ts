import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTexts } from '../../../src/repository/input/parse-texts.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { folderOf } from '../../support/files.js';

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

  it('are not told where they are locks of packages and inputs of them, at the top of a revision, too', () => {
    const told = (file: string, text = 'lockfileVersion: 1\n'): boolean =>
      parseTexts([{ file, text, isUnlisted: true }], [], {}).settings.length > 0;
    const locks = ['rpms.lock', 'rpms.in', 'artifacts.lock', 'pnpm-lock', 'pnpm-workspace', 'package-lock'];
    for (const name of locks) expect([name, told(`build/${name}.yaml`), told(`git:main:${name}.yaml`)]).toEqual([name, false, false]);
    for (const name of ['values', 'my-rpms.lock', 'rpms.lock.values']) expect([name, told(`build/${name}.yaml`)]).toEqual([name, true]);
    const object = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    expect(parseTexts([{ file: 'build/rpms.lock.yaml', text: object }], [], {}).manifests).toHaveLength(1);
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
