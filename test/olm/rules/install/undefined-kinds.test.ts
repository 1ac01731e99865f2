import { expect, it } from 'vitest';
import { kindKey, undefinedKinds } from '../../../../src/olm/rules/install/undefined-kinds.js';

const OWNER = { kind: 'ClusterServiceVersion', namespace: 'op', name: 'db.v1' };
const owned = (kind: string, apiVersion: string, name: string) => ({
  object: { apiVersion, kind, metadata: { name, namespace: 'op' } },
  owner: OWNER,
});
const RENDERED = [
  owned('Deployment', 'apps/v1', 'db'),
  owned('Certificate', 'cert-manager.io/v1', 'db'),
  owned('ServiceMonitor', 'monitoring.coreos.com/v1', 'a'),
  owned('ServiceMonitor', 'monitoring.coreos.com/v1', 'b'),
  owned('ConsolePlugin', 'console.openshift.io/v1', 'c'),
  owned('Database', 'db.example.com/v1', 'd'),
];
const kinds = (defined: readonly string[], isOpenShift = false): string[] =>
  undefinedKinds(RENDERED, new Set(defined), isOpenShift).map(({ message }) => / kind (\S+),/.exec(message)?.[1] ?? '');

it('a kind that neither Kubernetes nor the input defines is said once, with what brings its CRD', () => {
  expect(kinds([])).toEqual(['ConsolePlugin.console.openshift.io', 'Database.db.example.com', 'ServiceMonitor.monitoring.coreos.com']);
  expect(undefinedKinds(RENDERED, new Set(), false).at(-1)).toMatchObject({
    id: 'kind-not-in-input',
    severity: 'warning',
    subject: OWNER,
    message:
      'ServiceMonitor op/a and 1 more are of the kind ServiceMonitor.monitoring.coreos.com, which neither Kubernetes nor the input defines: an API server without its CRD refuses them',
    fix: 'apply the Prometheus Operator first, which brings the CRD, or leave them out',
    related: [
      { kind: 'ServiceMonitor', namespace: 'op', name: 'a' },
      { kind: 'ServiceMonitor', namespace: 'op', name: 'b' },
    ],
  });
});

it('a kind that a CRD of the input defines, or OpenShift on OpenShift, is not said', () => {
  expect(kinds([kindKey('ServiceMonitor', 'monitoring.coreos.com'), kindKey('Database', 'db.example.com')])).toEqual([
    'ConsolePlugin.console.openshift.io',
  ]);
  expect(kinds([], true)).toEqual(['Database.db.example.com']);
});

it('a kind that the group of Kubernetes does not have is said, too', () => {
  const [finding] = undefinedKinds([owned('Deploymint', 'apps/v1', 'x')], new Set(), false);
  expect(finding).toMatchObject({
    message:
      'Deploymint op/x is of the kind Deploymint.apps, which neither Kubernetes nor the input defines: an API server without its CRD refuses it',
    fix: 'apply what defines the API group apps first, which brings the CRD, or leave it out',
  });
});
