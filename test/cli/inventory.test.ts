import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';

describe('check -o inventory.html', () => {
  it('writes operators by what is dangerous, and ends as check does', () => {
    const file = join(folderOf(), 'inventory.html');
    expect(cli(['check', 'examples/tenants', '-o', file]).code).toBe(cli(['check', 'examples/tenants']).code);
    const page = readFileSync(file, 'utf8');
    expect(page).toContain('platform-operators/gatewarden.v0.9.3');
    expect(page).toContain('>Secrets</th>');
    expect(cli(['check', 'examples/tenants', '--format', 'html']).out).toBe(page);
  });

  it('agrees with the table and the data of check', () => {
    const { out } = cli(['check', 'examples/tenants']);
    expect(out).toMatch(/ REASON +WORST POWER\n/);
    expect(out).toMatch(/\nplatform-operators +gatewarden\.v0\.9\.3 .* error confused-deputy \+6\n/);
    const { operators, inventory } = JSON.parse(cli(['check', 'examples/tenants', '--format', 'json']).out);
    expect(operators).toContainEqual(expect.objectContaining({ version: 'gatewarden.v0.9.3', power: 'error confused-deputy +6' }));
    const [, worst] = cli(['check', 'examples/tenants', '--format', 'csv']).out.split('\r\n');
    expect(worst).toContain(`${inventory[0].operators[0]},${inventory[0].holder},,error,`);
  });

  itWith([program('kubectl')], 'has a row for each unit of a repository', () => {
    const role =
      'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: a}\nroleRef: {kind: ClusterRole, name: cluster-admin, apiGroup: rbac.authorization.k8s.io}\nsubjects: [{kind: User, name: alice, apiGroup: rbac.authorization.k8s.io}]\n';
    const group = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: a, namespace: b}\n';
    const overlay = 'resources: [../base]\nnameSuffix: -x\n';
    const folder = folderOf({
      '.git/HEAD': '',
      'base/kustomization.yaml': 'resources: [role.yaml, group.yaml]\n',
      'base/role.yaml': role,
      'base/group.yaml': group,
      'prod/kustomization.yaml': overlay,
      'test/kustomization.yaml': overlay,
    });
    const { out } = cli(['check', folder, '--format', 'html']);
    expect(out).toMatch(/User alice<\/div><div class="small">prod</);
    expect(out).toMatch(/User alice<\/div><div class="small">test</);
  });
});
