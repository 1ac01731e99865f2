import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../src/model/kubernetes-object.js';
import { apiServiceOwner } from '../../src/rules/api-service-owner.js';
import { crdOwner } from '../../src/rules/crd-owner.js';
import { installStrategy } from '../../src/rules/install-strategy.js';
import { INSTALLATION_RULES, installationResults } from '../../src/rules/installation.js';
import { invalidRules } from '../../src/rules/invalid-rules.js';
import { replacement } from '../../src/rules/replacement.js';
import { DEFAULT_KUBE_VERSION, offerOf, requirements } from '../../src/rules/requirements.js';
import { sharedDeployment } from '../../src/rules/shared-deployment.js';
import { SUCCEEDED } from '../../src/rules/verdict.js';
import { webhookDescriptions } from '../../src/rules/webhook-descriptions.js';
import { apiService, type CsvFields, clusterOf, csv } from '../support/build.js';
import { asking } from '../support/permissions.js';

function results(...objects: KubernetesObject[]) {
  const cluster = clusterOf(...objects);
  const { clusterServiceVersions: csvs, apiServices } = cluster;
  const found = installationResults(csvs, { csvs, apiServices, offer: offerOf(cluster, DEFAULT_KUBE_VERSION) });
  return Object.fromEntries(
    [...found].map(([{ name }, { verdict, rivals, unstable }]) => [
      name,
      { verdict: verdict.reason, rivals: rivals.map((rival) => rival.name), unstable },
    ]),
  );
}

const MISSING = 'Missing.v1.example.com';
const SHARED = 'Shared.v1.example.com';
const SERVICE = 'Service.v1.services.example.com';

describe('installation', () => {
  it("runs its rules in OLM's order", () => {
    expect(INSTALLATION_RULES).toEqual([
      installStrategy,
      invalidRules,
      requirements,
      webhookDescriptions,
      crdOwner,
      replacement,
      apiServiceOwner,
      sharedDeployment,
    ]);
  });

  it('succeeds for a CSV that no rule speaks of', () => {
    const cluster = clusterOf(csv('op/operator', { deployments: ['manager'], owns: [SHARED] }));
    const { clusterServiceVersions: csvs } = cluster;
    const offer = offerOf(cluster, DEFAULT_KUBE_VERSION);
    expect([...installationResults(csvs, { csvs, apiServices: [], offer }).values()]).toEqual([
      { verdict: SUCCEEDED, rivals: [], unstable: false },
    ]);
  });

  it('gives the verdict of the first rule that has one', () => {
    const hook = { generateName: 'hook' };
    const clusterPermissions = [{ serviceAccountName: 'robot', rules: [{}] }];
    const ownsService: CsvFields = { ownsApiServices: [SERVICE], deployments: ['manager'] };
    const ownsCrd: CsvFields = { ...ownsService, owns: [SHARED] };
    const badWebhooks: CsvFields = { ...ownsCrd, spec: { webhookdefinitions: [hook, hook] } };
    const lacksCrd: CsvFields = { ...badWebhooks, requires: [MISSING] };
    const badRules: CsvFields = { ...lacksCrd, spec: { ...lacksCrd.spec, ...asking({ clusterPermissions }).spec } };
    const badStrategy: CsvFields = { ...badRules, spec: { ...badRules.spec, ...asking({ clusterPermissions }, 'helm').spec } };
    expect(
      results(
        apiService('v1.services.example.com'),
        csv('op/a-strategy', badStrategy),
        csv('op/b-rules', badRules),
        csv('op/c-requirements', lacksCrd),
        csv('op/d-webhooks', badWebhooks),
        csv('op/e-crd', ownsCrd),
        csv('other/f-service', ownsService),
      ),
    ).toEqual({
      'a-strategy': { verdict: 'InvalidInstallStrategy', rivals: [], unstable: false },
      'b-rules': { verdict: 'InvalidInstallStrategy', rivals: [], unstable: true },
      'c-requirements': { verdict: 'RequirementsNotMet', rivals: [], unstable: false },
      'd-webhooks': { verdict: 'InvalidWebhookDescription', rivals: [], unstable: true },
      'e-crd': { verdict: 'OwnerConflict', rivals: ['a-strategy', 'b-rules', 'c-requirements', 'd-webhooks'], unstable: true },
      'f-service': { verdict: 'OwnerConflict', rivals: [], unstable: false },
    });
  });

  it('does not install a CSV before its predecessor', () => {
    expect(
      results(
        csv('op/predecessor', { strategy: 'helm' }),
        csv('op/second', { deployments: ['manager'] }),
        csv('op/successor', { deployments: ['manager'], spec: { replaces: 'predecessor' } }),
      ),
    ).toEqual({
      predecessor: { verdict: 'InvalidInstallStrategy', rivals: [], unstable: false },
      second: { verdict: 'InstallSucceeded', rivals: [], unstable: false },
      successor: { verdict: 'RequirementsUnknown', rivals: [], unstable: false },
    });
  });

  it('does not let a CSV that failed compete any further', () => {
    expect(
      results(
        csv('op/failed', { strategy: 'helm', ownsApiServices: [SERVICE], deployments: ['manager'] }),
        csv('op/good', { ownsApiServices: [SERVICE], deployments: ['manager'] }),
      ),
    ).toEqual({
      failed: { verdict: 'InvalidInstallStrategy', rivals: [], unstable: false },
      good: { verdict: 'InstallSucceeded', rivals: [], unstable: false },
    });
  });

  it('collects the rivals of all rules', () => {
    expect(
      results(
        csv('op/first', { ownsApiServices: [SERVICE], deployments: ['manager'] }),
        csv('op/second', { deployments: ['manager'] }),
        csv('other/third', { ownsApiServices: [SERVICE] }),
      ),
    ).toEqual({
      first: { verdict: 'InstallWaiting', rivals: ['third', 'second'], unstable: true },
      second: { verdict: 'InstallSucceeded', rivals: ['first'], unstable: true },
      third: { verdict: 'InstallComponentFailed', rivals: ['first'], unstable: false },
    });
  });
});
