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

describe('what the API server refuses', () => {
  it.each([
    ['no verbs', 'ClusterRole', '[{apiGroups: [""], resources: [pods]}]'],
    ['no API group', 'ClusterRole', '[{resources: [pods], verbs: [get]}]'],
    ['no resource', 'ClusterRole', '[{apiGroups: [""], verbs: [get]}]'],
    ['URLs beside resources', 'ClusterRole', '[{apiGroups: [""], resources: [pods], nonResourceURLs: [/metrics], verbs: [get]}]'],
    ['URLs in a Role', 'Role', '[{nonResourceURLs: [/metrics], verbs: [get]}]'],
  ])('changes nothing, and is an error: %s', (_, kind, rules) => {
    const { all, code } = review(role(PODS, kind) + binding(kind), role(rules, kind) + binding(kind));
    expect(all).toMatch(/error\[INVALID_VALUE\].*the API server refuses the role/);
    expect(all).not.toMatch(/Grants (more|less)/);
    expect(code).toBe(1);
  });

  it('leaves the old role bound if roleRef changes', () => {
    const viewer = '{kind: ClusterRole, name: view, apiGroup: rbac.authorization.k8s.io}';
    const { out, code } = review(role(PODS) + binding('ClusterRole'), role(PODS) + binding('ClusterRole', viewer));
    expect(out).toMatch(/^error\[role-ref-changed\].*roleRef from ClusterRole mill to ClusterRole view/m);
    expect(code).toBe(1);
  });
});
