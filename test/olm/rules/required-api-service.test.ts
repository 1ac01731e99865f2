import { describe, expect, it } from 'vitest';
import { requiredApiService } from '../../../src/olm/rules/api-services.js';
import { resolve } from '../../../src/olm/rules/resolve.js';
import { apiService, type CsvFields, clusterOf, csv, group } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const WIDGET = 'Widget.v1.widgets.example.com';
const GADGET = 'Gadget.v1.gadgets.example.com';
/** OLM writes it after the refused one. */
const YOKE = 'Yoke.v1.yokes.example.com';
const NAME = 'v1.widgets.example.com';
const OWNER = { 'olm.owner.kind': 'ClusterServiceVersion', 'olm.owner.namespace': 'op' };

const refused = {
  verdict: {
    phase: 'Failed',
    reason: 'InstallComponentFailed',
    message: `install strategy failed: pre-existing APIService ${NAME} is not adoptable`,
    because: [{ kind: 'APIService', name: NAME }],
  },
  unstable: true,
};
const of = (fields: CsvFields, labels: Record<string, string> = {}) =>
  runRule(requiredApiService, clusterOf(apiService(NAME, labels), csv('op/operator', { requiresApiServices: [WIDGET], ...fields })));

describe('a CSV that requires an APIService which OLM may not adopt', () => {
  it.each<[string, CsvFields]>([
    ['owns another with a later name', { ownsApiServices: [YOKE] }],
    ['owns one with an earlier name, and one with a later name', { ownsApiServices: [GADGET, YOKE] }],
    ['has two Deployments', { deployments: ['a', 'b'] }],
    [
      'has a webhook',
      { deployments: ['a'], spec: { webhookdefinitions: [{ generateName: 'a', deploymentName: 'a', type: 'MutatingAdmissionWebhook' }] } },
    ],
  ])('never comes to rest where it %s', (_, fields) => {
    expect(of(fields)).toEqual({ 'op/operator': refused });
  });

  it.each<[string, CsvFields]>([
    ['installs nothing', {}],
    ['has one Deployment and nothing after it', { deployments: ['a'] }],
    ['owns it, too', { ownsApiServices: [WIDGET] }],
    // createOrUpdateAPIService of OLM's olm/apiservices.go, in order of GetAllAPIServiceDescriptions: what it owns is there already.
    ['owns another with an earlier name', { ownsApiServices: [GADGET] }],
  ])('runs where it %s', (_, fields) => {
    expect(of(fields)).toEqual({});
  });

  it('may adopt what is its own, or of the CSV that it replaces', () => {
    const fields = { ownsApiServices: [YOKE], spec: { replaces: 'before' } };
    expect(of(fields, { ...OWNER, 'olm.owner': 'operator' })).toEqual({});
    expect(of(fields, { ...OWNER, 'olm.owner': 'before' })).toEqual({});
    expect(of(fields, { ...OWNER, 'olm.owner': 'another' })).toEqual({ 'op/operator': refused });
  });

  it('never comes to rest beside the CSV that owns it, unless it replaces that one', () => {
    const owner = csv('op/before', { ownsApiServices: [WIDGET] });
    const operator = (spec = {}) => csv('op/operator', { requiresApiServices: [WIDGET], ownsApiServices: [YOKE], spec });
    expect(runRule(requiredApiService, clusterOf(owner, operator()))).toEqual({ 'op/operator': refused });
    expect(runRule(requiredApiService, clusterOf(owner, operator({ replaces: 'before' })))).toEqual({});
  });

  it('is unstable, and not Succeeded', () => {
    const operator = csv('op/operator', { requiresApiServices: [WIDGET], ownsApiServices: [YOKE] });
    const [resolved] = resolve(clusterOf(apiService(NAME), group('op/op'), operator)).csvs;
    expect([resolved?.certainty, resolved?.verdict.reason]).toEqual(['unstable', 'InstallComponentFailed']);
  });
});
