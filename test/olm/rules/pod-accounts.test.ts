import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { evaluateFiles } from '../../../src/olm/evaluate/evaluate-files.js';
import { withPodAccounts } from '../../../src/olm/rules/pod-accounts.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import type { Verdict } from '../../../src/olm/rules/verdict.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

const account = (name: string, at?: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name, ...(at === undefined ? {} : { namespace: at }) },
});
const operator = (runsAs: string | undefined, permitted: readonly string[], more: object = {}): KubernetesObject => {
  const template = {
    metadata: { labels: { app: 'a' } },
    spec: { ...(runsAs === undefined ? {} : { serviceAccountName: runsAs }), containers: [] },
  };
  const deployment = { name: 'manager', spec: { selector: { matchLabels: { app: 'a' } }, template } };
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const permissions = permitted.map((serviceAccountName) => ({ serviceAccountName, rules }));
  const made = csv('ops/a.v1', { ...more }) as KubernetesObject & { spec: object };
  return { ...made, spec: { ...made.spec, install: { strategy: 'deployment', spec: { deployments: [deployment], permissions } } } };
};
const verdictOf = (objects: KubernetesObject[], facts: object = {}) => {
  const { resolution, rendered, findings } = evaluateFiles({ ...clusterOf(namespace('ops'), group('ops/g'), ...objects), ...facts });
  const [one] = resolution.csvs;
  const told = findings.filter(({ id }) => id === 'pod-account-absent').length;
  const roles = rendered.filter(({ object }) => object.kind === 'Role').length;
  return { verdict: `${one?.verdict.phase}/${one?.verdict.reason}`, told, roles };
};

const RUNS: Verdict = { phase: 'Succeeded', reason: 'InstallSucceeded', message: '', because: [] };

// GenerateServiceAccounts of OLM's resolver/rbac.go makes the accounts of the permissions, and no others.
describe('the account of a Deployment', () => {
  it.each<[string, string | undefined, string[], KubernetesObject[], boolean]>([
    ['of the permissions', 'a', ['a'], [], false],
    ['of one permission among several', 'b', ['a', 'b'], [], false],
    ['that is not named', undefined, ['a'], [], false],
    ['that is the default one', 'default', ['a'], [], false],
    ['that the input has', 'b', ['a'], [account('b', 'ops')], false],
    ['that the input has without a namespace', 'b', ['a'], [account('b')], false],
    ['that nobody makes', 'b', ['a'], [], true],
    ['of a CSV without permissions', 'b', [], [], true],
    ['that another namespace has', 'b', ['a'], [account('b', 'other')], true],
  ])('%s', (_, runsAs, permitted, more, waits) => {
    const { verdict, told } = verdictOf([operator(runsAs, permitted), ...more]);
    expect([verdict, told]).toEqual(waits ? ['Installing/InstallWaiting', 1] : ['Succeeded/InstallSucceeded', 0]);
  });

  it('takes no permission out of a result: whoever makes the account later gets a running operator', () => {
    const { roles } = verdictOf([operator('b', ['a'])]);
    expect(roles).toBe(verdictOf([operator('a', ['a'])]).roles);
    expect(roles).toBeGreaterThan(0);
  });

  it.each(['isReviewed', 'isPartlyRead', 'isDump'])('is left open where the input does not tell it (%s)', (fact) => {
    expect(verdictOf([operator('b', ['a'])], { [fact]: true }).verdict).toBe('Succeeded/InstallSucceeded');
  });

  // checkAPIServiceResources of OLM's olm/apiservices.go looks the account up whenever it syncs the CSV.
  it.each([
    ['serves an owned APIService', 'manager', 'unstable'],
    ['is beside the one that serves an owned APIService', 'other', 'certain'],
  ])('never comes to rest where its Deployment %s', (_, deploymentName, certainty) => {
    const owned = [{ name: 'widgets', group: 'widgets.example.com', version: 'v1', kind: 'Widget', deploymentName }];
    const one = operator('b', ['a']) as KubernetesObject & { spec: object };
    const cluster = clusterOf(namespace('ops'), group('ops/g'), { ...one, spec: { ...one.spec, apiservicedefinitions: { owned } } });
    const [resolved] = resolve(cluster).csvs.map((each) => withPodAccounts({ ...each, certainty: 'certain', verdict: RUNS }, cluster));
    expect([resolved?.certainty, resolved?.verdict.reason]).toEqual([certainty, 'InstallWaiting']);
  });

  it('is asked of the CSV alone', () => {
    const cluster = clusterOf(namespace('ops'), group('ops/g'), operator('b', ['a']));
    const awaited = resolve(cluster).csvs.map((one) => withPodAccounts(one, cluster).verdict.awaited);
    expect(awaited).toEqual([{ kind: 'ServiceAccount', namespace: 'ops', name: 'b' }]);
  });
});
