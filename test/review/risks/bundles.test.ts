import { describe, expect, it } from 'vitest';
import { groupBy } from '../../../src/model/group-by.js';
import { riskFinders } from '../../../src/review/risks/index.js';
import { bundleNames, bundleObjects, haveBundles, trialCluster } from '../../support/bundles.js';
import { sideOfCluster } from '../../support/review-side.js';

const { risksOf } = riskFinders();

/** `severity id`, with how often, of a bundle that is installed for all namespaces. */
function risksIn(bundle: string): string[] {
  const risks = risksOf(sideOfCluster(trialCluster(bundle, 'all'), bundleObjects(bundle, 'op')));
  const counts = groupBy(risks, ({ severity, id }) => `${severity} ${id}`);
  return [...counts].map(([risk, same]) => (same.length === 1 ? risk : `${risk} ×${same.length}`));
}

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'apicurio-api-controller/0.0.1': ['error workload-create'],
  'apicurio-registry-3/3.3.1': ['error secrets-read', 'error workload-create', 'warning rbac-write'],
  'camel-karavan-operator/3.20.1': [
    'error confused-deputy',
    'error role-escalation',
    'error impersonation',
    'error secrets-read',
    'error workload-create',
    'warning rbac-write',
    'warning persistent-volume-create',
  ],
  'cert-manager/1.16.5': ['error confused-deputy', 'error webhook-configurations', 'error secrets-read ×2', 'error workload-create'],
  'cluster-aas-operator/0.1.5': [
    'error all-rights',
    'error confused-deputy',
    'error olm-write',
    'error secrets-read',
    'error workload-create',
    'warning rbac-write',
    'warning account-not-there',
  ],
  'cockroachdb/2.1.1': [
    'error confused-deputy',
    'error impersonation ×2',
    'error nodes-proxy',
    'error token-create',
    'error secrets-read',
    'error pod-access',
    'error workload-create',
    'warning wildcard-rights',
    'warning persistent-volume-create',
  ],
  'community-kubevirt-hyperconverged/1.18.1': [
    'error confused-deputy',
    'error olm-write',
    'error role-escalation',
    'error webhook-configurations ×6',
    'error token-create',
    'error secrets-read ×5',
    'error pod-access',
    'error workload-create ×8',
    'warning rbac-write ×8',
    'warning persistent-volume-create',
  ],
  'community-trivy-operator/2.4.0': ['error confused-deputy', 'error webhook-configurations'],
  'community-windows-machine-config-operator/8.0.0': ['error csr-approval', 'error secrets-read', 'warning rbac-write'],
  'dynatrace-operator/0.7.1': [
    'error nodes-proxy',
    'warning secrets-read',
    'error secrets-read ×2',
    'error workload-create',
    'warning account-not-there',
  ],
  'dynatrace-operator/1.10.2': [
    'error confused-deputy',
    'error nodes-proxy',
    'error secrets-read ×2',
    'error pod-access',
    'error workload-create',
  ],
  'ember-csi-community-operator/0.9.9': [
    'error secrets-read',
    'info workload-create',
    'warning rbac-write',
    'warning persistent-volume-create',
  ],
  'eventing-kogito/1.2.0': ['error secrets-read'],
  'flux/2.3.0': ['error all-rights ×2', 'error secrets-read ×10', 'warning account-not-there ×6'],
  'gitlab-operator-kubernetes/2.2.3': [],
  'kaoto-operator/0.0.10': ['error workload-create'],
  'lbconfig-operator/0.6.0': ['error secrets-read'],
  'multicluster-operators-subscription/0.4.1': ['error all-rights'],
  'opendatahub-operator/3.5.0': [
    'error confused-deputy',
    'error olm-write',
    'error role-escalation',
    'error webhook-configurations',
    'error secrets-read',
    'error pod-access',
    'error workload-create',
    'warning rbac-write',
    'warning persistent-volume-create',
  ],
  'packageserver/0.18.3': [],
  'patterns-operator/0.0.66': ['error confused-deputy', 'error olm-write', 'error secrets-read'],
  'percona-server-mongodb-operator/1.18.0': ['info secrets-read', 'info pod-access', 'info workload-create'],
  'rabbitmq-messaging-topology-operator/1.19.3': ['error secrets-read'],
  'universal-crossplane/1.5.1-up.1': [
    'error role-escalation',
    'error impersonation',
    'info secrets-read',
    'error secrets-read',
    'warning secrets-read',
    'error workload-create',
    'warning workload-create',
    'warning rbac-write',
    'warning account-not-there ×4',
  ],
  'windup-operator/0.0.25': ['info secrets-read', 'info workload-create'],
};

describe.skipIf(!haveBundles)('real bundles (skipped where they are not at hand)', () => {
  it.each(bundleNames)('%s', (bundle) => {
    expect(risksIn(bundle)).toEqual(EXPECTED[bundle]);
  });
});
