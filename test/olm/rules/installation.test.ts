import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { DEFAULT_KUBE_VERSION } from '../../../src/olm/model/versions.js';
import { apiServiceAdoption, apiServiceOwner, requiredApiService } from '../../../src/olm/rules/api-services.js';
import { availableIn } from '../../../src/olm/rules/available.js';
import {
  refusedInstallation,
  refusedNames,
  sharedDeployment,
  unsyncedGroup,
  webhookInstallation,
} from '../../../src/olm/rules/install-rules.js';
import { INSTALL_RULES, installationResults, PENDING_RULES } from '../../../src/olm/rules/installation.js';
import { crdOwner, installStrategy, invalidRules, upgradeable, webhookDescriptions } from '../../../src/olm/rules/pending-rules.js';
import { requirements } from '../../../src/olm/rules/requirements.js';
import { SUCCEEDED } from '../../../src/olm/rules/verdict.js';
import { apiService, type CsvFields, clusterOf, csv } from '../../support/build.js';
import { asking } from '../../support/permissions.js';

function results(...objects: KubernetesObject[]) {
  return resultsWith(new Set(), ...objects);
}

/** With failed CSVs of some namespaces making way. */
function resultsWith(failForward: ReadonlySet<string>, ...objects: KubernetesObject[]) {
  const cluster = clusterOf(...objects);
  const { clusterServiceVersions: csvs, apiServices } = cluster;
  const found = installationResults(csvs, {
    csvs,
    apiServices,
    available: availableIn(cluster, DEFAULT_KUBE_VERSION),
    unsynced: new Set(),
    failForward,
  });
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
    expect(PENDING_RULES).toEqual([
      upgradeable,
      installStrategy,
      invalidRules,
      requirements,
      webhookDescriptions,
      crdOwner,
      apiServiceAdoption,
    ]);
    expect(INSTALL_RULES).toEqual([
      unsyncedGroup,
      apiServiceOwner,
      refusedNames,
      requiredApiService,
      webhookInstallation,
      sharedDeployment,
      refusedInstallation,
    ]);
  });

  it('succeeds for a CSV that no rule speaks of', () => {
    const cluster = clusterOf(csv('op/operator', { deployments: ['manager'], owns: [SHARED] }));
    const { clusterServiceVersions: csvs } = cluster;
    const available = availableIn(cluster, DEFAULT_KUBE_VERSION);
    expect([
      ...installationResults(csvs, { csvs, apiServices: [], available, unsynced: new Set(), failForward: new Set() }).values(),
    ]).toEqual([{ verdict: SUCCEEDED, rivals: [], unstable: false }]);
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

describe('a CSV that replaces another one', () => {
  const v1 = (fields: CsvFields = {}) => csv('op/v1', fields);
  const v2 = (fields: CsvFields = {}) => csv('op/v2', { ...fields, spec: { replaces: 'v1', ...fields.spec } });
  const v3 = (fields: CsvFields = {}) => csv('op/v3', { ...fields, spec: { replaces: 'v2', ...fields.spec } });
  const reasons = (found: ReturnType<typeof results>) =>
    Object.fromEntries(Object.entries(found).map(([name, { verdict }]) => [name, verdict]));

  it.each<[string, KubernetesObject[], Record<string, string>]>([
    [
      'is installed when its predecessor runs',
      [v1(), v2(), v3()],
      { v1: 'InstallSucceeded', v2: 'InstallSucceeded', v3: 'InstallSucceeded' },
    ],
    ['is installed when its predecessor is not there', [v2()], { v2: 'InstallSucceeded' }],
    [
      'is installed when its predecessor is only in another namespace',
      [csv('elsewhere/v1', { strategy: 'helm' }), v2()],
      { v1: 'InvalidInstallStrategy', v2: 'InstallSucceeded' },
    ],
    [
      'keeps its own successor waiting',
      [v1({ strategy: 'helm' }), v2(), v3()],
      { v1: 'InvalidInstallStrategy', v2: 'RequirementsUnknown', v3: 'RequirementsUnknown' },
    ],
    [
      'waits in the middle of a chain, too',
      [v1(), v2({ requires: [MISSING] }), v3()],
      { v1: 'InstallSucceeded', v2: 'RequirementsNotMet', v3: 'RequirementsUnknown' },
    ],
    [
      'is checked for all else before it waits',
      [v1({ strategy: 'helm' }), v2({ requires: [MISSING] })],
      { v1: 'InvalidInstallStrategy', v2: 'RequirementsNotMet' },
    ],
    ['waits for itself for ever', [csv('op/v1', { spec: { replaces: 'v1' } })], { v1: 'RequirementsUnknown' }],
    ['waits for ever in a circle', [v1({ spec: { replaces: 'v2' } }), v2()], { v1: 'RequirementsUnknown', v2: 'RequirementsUnknown' }],
    [
      'waits behind a circle',
      [v1({ spec: { replaces: 'v2' } }), v2(), v3()],
      { v1: 'RequirementsUnknown', v2: 'RequirementsUnknown', v3: 'RequirementsUnknown' },
    ],
  ])('%s', (_, objects, expected) => {
    expect(reasons(results(...objects))).toEqual(expected);
  });

  it('waits for a predecessor that loses its APIService', () => {
    const owning: CsvFields = { ownsApiServices: [SERVICE], deployments: ['manager'] };
    expect(reasons(results(csv('a/first', owning), v1(owning), v2()))).toEqual({
      first: 'InstallSucceeded',
      v1: 'InstallComponentFailed',
      v2: 'RequirementsUnknown',
    });
  });

  it('waits for a predecessor that is no member', () => {
    const cluster = clusterOf(v1(), v2());
    const { clusterServiceVersions: csvs, apiServices } = cluster;
    const context = {
      csvs,
      apiServices,
      available: availableIn(cluster, DEFAULT_KUBE_VERSION),
      unsynced: new Set<string>(),
      failForward: new Set(['op']),
    };
    const found = installationResults(csvs.slice(1), context);
    expect([...found].map(([{ name }, { verdict }]) => [name, verdict.reason])).toEqual([['v2', 'RequirementsUnknown']]);
  });

  it('is installed over a failed predecessor where its group lets it, but not over one that waits', () => {
    const inOp = new Set(['op']);
    expect(reasons(resultsWith(inOp, v1({ strategy: 'helm' }), v2(), v3()))).toEqual({
      v1: 'InvalidInstallStrategy',
      v2: 'InstallSucceeded',
      v3: 'InstallSucceeded',
    });
    expect(reasons(resultsWith(inOp, v1({ requires: [MISSING] }), v2()))).toEqual({ v1: 'RequirementsNotMet', v2: 'RequirementsUnknown' });
    expect(reasons(resultsWith(new Set(['elsewhere']), v1({ strategy: 'helm' }), v2()))).toEqual({
      v1: 'InvalidInstallStrategy',
      v2: 'RequirementsUnknown',
    });
  });
});
