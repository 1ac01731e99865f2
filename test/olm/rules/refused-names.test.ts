import { describe, expect, it } from 'vitest';
import { hasRefusedName, refusedNames } from '../../../src/olm/rules/install-rules.js';
import { type CsvFields, clusterOf, csv, readCsv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

const LONG = `foo.v1.${'l'.repeat(57)}`;
const withWebhook = (deployment: string): CsvFields => ({
  deployments: [deployment],
  spec: { webhookdefinitions: [{ generateName: 'hook', deploymentName: deployment }] },
});

describe('a name that Kubernetes refuses', () => {
  it('keeps the CSV from ever being installed', () => {
    const result = runRule(refusedNames, clusterOf(csv(`op/${LONG}`, { deployments: ['manager'] })))[`op/${LONG}`];
    expect(result).toMatchObject({ unstable: true, verdict: { phase: 'Failed', reason: 'InstallComponentFailed' } });
    expect(result?.verdict?.message).toContain(`Deployment "manager" is invalid: metadata.labels: Invalid value: "${LONG}"`);
  });

  it.each(['man.ager', '1manager', 'm'.repeat(56)])('is that of the Service before Deployment %s', (deployment) => {
    const result = runRule(refusedNames, clusterOf(csv('op/foo', withWebhook(deployment))))['op/foo'];
    expect(result?.verdict?.message).toContain(`Service "${deployment}-service" is invalid`);
  });

  it('is none of a Deployment without webhooks and APIServices, nor a CSV name as long as a label may be', () => {
    expect(hasRefusedName(readCsv('op/foo', { deployments: ['man.ager'] }))).toBe(false);
    expect(hasRefusedName(readCsv(`op/${LONG.slice(0, 63)}`, withWebhook('m'.repeat(55))))).toBe(false);
  });
});
