/** A kustomization with a part that is not read: what is missing may be in it. */
import { expect, it } from 'vitest';
import { csv, group, namespace, subscription } from '../../support/build.js';
import { cli, manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';
import { describeWith, program } from '../../support/needs.js';

interface Found {
  readonly findings: readonly { readonly id: string; readonly severity: string; readonly message: string }[];
  readonly problems: readonly { readonly code: string }[];
}

/** What check says of a CSV and a Subscription in namespaces without OperatorGroups. @param remote whether the kustomization has a remote base */
function check(remote: boolean): { readonly code: number | null; readonly found: Found } {
  const folder = folderOf({
    'kustomization.yaml': `resources: [cluster.yaml${remote ? ', "https://example.com/base.yaml"' : ''}]\n`,
    'cluster.yaml': manifests(namespace('op'), group('garden/group'), csv('op/etcd.v1'), namespace('tea'), subscription('tea/kettle')),
  });
  const { code, out } = cli(['check', folder, '--format', 'json']);
  return { code, found: JSON.parse(out) as Found };
}

const idsOf = ({ findings }: Found) =>
  findings.flatMap(({ id, severity }) => (id.includes('operator-group') ? [`${severity} ${id}`] : [])).sort();

describeWith([program('kubectl')], 'an OperatorGroup or Namespace that the input does not have', () => {
  it('is missing where everything was read', () => {
    const { found } = check(false);
    expect(idsOf(found)).toEqual(['error no-operator-group', 'warning operator-group-missing']);
    expect(found.problems.map(({ code }) => code)).toContain('NAMESPACE_NOT_FOUND');
  });

  it('is perhaps in the part that was not read', () => {
    const { code, found } = check(true);
    expect([code, idsOf(found)]).toEqual([0, ['info no-operator-group', 'info operator-group-missing']]);
    expect(found.problems.map((problem) => problem.code)).toEqual(['KUSTOMIZATION_PART_NOT_READ']);
    const [first] = found.findings.filter(({ id }) => id === 'no-operator-group');
    expect(first?.message).toBe(
      'the namespace op has no OperatorGroup in what was read, and perhaps one in the part that was not; without one, OLM installs no operator in it',
    );
  });
});
