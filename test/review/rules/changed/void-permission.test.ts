import { describe, expect, it } from 'vitest';
import { cli } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';

const META = 'metadata: {name: mill';
const role = (rules: string, kind = 'ClusterRole'): string =>
  `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\n${META}${kind === 'Role' ? ', namespace: pond' : ''}}\nrules: ${rules}\n`;
const binding = (kind: string, ref = `{kind: ${kind}, name: mill, apiGroup: rbac.authorization.k8s.io}`, scope = kind): string =>
  `---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ${scope}Binding\n${META}${scope === 'Role' ? ', namespace: pond' : ''}}\nroleRef: ${ref}\nsubjects: [{kind: ServiceAccount, name: mill, namespace: pond}]\n`;
const PLACE =
  '---\napiVersion: v1\nkind: Namespace\nmetadata: {name: pond}\n---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: mill, namespace: pond}\n';

function review(
  before: string,
  after: string,
): { readonly out: string; readonly code: number | null; readonly gained: number; readonly all: string } {
  const [base, head] = [before, after].map((text) => folderOf({ 'rbac.yaml': `${text}${PLACE}` })) as [string, string];
  const { out, err, code } = cli(['review', base, head]);
  const json = JSON.parse(cli(['review', base, head, '--format', 'json']).out) as { gained: unknown[] };
  return { out, code, gained: json.gained.length, all: err + out };
}

const PODS = '[{apiGroups: [""], resources: [pods], verbs: [get]}]';

describe('a permission that no request matches', () => {
  it.each([
    ['a verb in upper case', '[{apiGroups: [""], resources: [pods], verbs: [get, DELETE]}]', 'write "delete"'],
    ['a singular', '[{apiGroups: [""], resources: [pods, secret], verbs: [get]}]', 'write "secrets"'],
    ['a kind', '[{apiGroups: [""], resources: [pods, Secret], verbs: [get]}]', 'write "secrets"'],
    ['any subresource', '[{apiGroups: [""], resources: [pods, pods/*], verbs: [get]}]', 'write "pods"'],
    ['a version', '[{apiGroups: ["", apps/v1], resources: [pods], verbs: [get]}]', 'write "apps"'],
    ['the core group by name', '[{apiGroups: ["", core], resources: [pods], verbs: [get]}]', 'write ""'],
    [
      'a creation by name',
      '[{apiGroups: [""], resources: [pods], verbs: [get]}, {apiGroups: [""], resources: [configmaps], verbs: [create], resourceNames: [gate]}]',
      'remove create',
    ],
  ])('is no gain, and is reported: %s', (_, rules, fix) => {
    const { out, gained } = review(role(PODS) + binding('ClusterRole', undefined, 'ClusterRole'), role(rules) + binding('ClusterRole'));
    expect(gained).toBe(0);
    expect(out).toContain('info[void-permission]');
    expect(cli(['explain', 'void-permission']).code).toBe(0);
    const json = JSON.stringify(
      JSON.parse(cli(['review', folderOf({ 'a.yaml': PLACE }), folderOf({ 'a.yaml': role(rules) + PLACE }), '--format', 'json']).out),
    );
    expect(
      JSON.parse(json)
        .findings.new.map((one: { fix?: string }) => one.fix ?? '')
        .join('\n'),
    ).toContain(fix);
  });

  it('is no gain in a RoleBinding to cluster-scoped resources', () => {
    const rules =
      '[{apiGroups: [""], resources: [pods], verbs: [get]}, {apiGroups: [certificates.k8s.io], resources: [certificatesigningrequests], verbs: ["*"]}, {apiGroups: [""], resources: [persistentvolumes, nodes], verbs: ["*"]}]';
    const { out, gained, code } = review(
      role(PODS) + binding('ClusterRole', undefined, 'Role'),
      role(rules) + binding('ClusterRole', undefined, 'Role'),
    );
    expect([gained, code]).toEqual([0, 0]);
    expect(out).not.toMatch(/Grants more|setting-write|node-write/);
  });
});
