/** An entry of the baseline without a fingerprint accepts whatever comes later: the first line says what it accepts this time. */
import { expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const rights = (role: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-rbac-cm, namespace: argocd}\ndata: {policy.csv: "g, a, role:${role}"}\n`;
const ENTRY = 'accept:\n- {id: cluster-setting, subject: ConfigMap argocd/argocd-rbac-cm, reason: known}\n';

const firstLine = (base: string, head: string, entry = ENTRY): string => {
  const [before, after] = [base, head].map((text) => folderOf({ 'a.yaml': text, '.cdk8s-olm.yaml': entry }));
  return cli(['review', before ?? '', after ?? '', '--baseline', `${before}/.cdk8s-olm.yaml`]).out.split('\n')[0] ?? '';
};

it('names what an entry accepts that names no content', () => {
  expect(firstLine(rights('readonly'), rights('admin'))).toMatch(
    /^Permissions may change: ConfigMap argocd\/argocd-rbac-cm .*; the baseline accepts it without a fingerprint$/,
  );
});

it('names nothing that did not change', () => {
  expect(firstLine(rights('admin'), rights('admin'))).toBe('No change in meaning');
});

it('leaves what a fingerprint accepts as it is', () => {
  const { out } = cli(['review', folderOf({ 'a.yaml': rights('readonly') }), folderOf({ 'a.yaml': rights('admin') }), '--format', 'json']);
  let fingerprint = '';
  JSON.parse(out, (_, value: unknown) => {
    const one = value as { readonly id?: string; readonly fingerprint?: string } | null;
    if (one?.id === 'cluster-setting' && one.fingerprint !== undefined) ({ fingerprint } = one as { readonly fingerprint: string });
    return value;
  });
  expect(fingerprint).not.toBe('');
  expect(firstLine(rights('readonly'), rights('admin'), ENTRY.replace(', reason', `, fingerprint: "${fingerprint}", reason`))).toMatch(
    /^No new permissions/,
  );
});
