import { describe, expect, it } from 'vitest';
import { DEFAULT_KUBE_VERSION } from '../../../../src/olm/model/versions.js';
import { availableIn } from '../../../../src/olm/rules/available.js';
import { actorsOf, copyTargets } from '../../../../src/olm/rules/order/actors.js';
import { type CsvFields, clusterOf, csv, namespace, readCsv } from '../../../support/build.js';

function actorOf(fields: CsvFields) {
  const cluster = clusterOf(csv('op/foo', fields));
  const { clusterServiceVersions: csvs, apiServices } = cluster;
  const context = {
    csvs,
    apiServices,
    available: availableIn(cluster, DEFAULT_KUBE_VERSION),
    unsynced: new Set<string>(),
    failForward: new Set<string>(),
  };
  return actorsOf(csvs, { membership: () => undefined, groupOf: () => undefined, namespacesOf: () => [], context, isDump: false })[0];
}

describe('an actor', () => {
  it('knows what keeps it pending, whatever others do', () => {
    expect(actorOf({ requires: ['Gone.v1.example.com'] })?.pending).toMatchObject({
      verdict: { reason: 'RequirementsNotMet' },
      unstable: false,
    });
    expect(actorOf({})?.pending).toBeUndefined();
  });

  it('knows that it cannot be installed', () => {
    const webhookdefinitions = [{ generateName: 'hook', deploymentName: 'unknown' }];
    expect(actorOf({ spec: { webhookdefinitions } })?.neverInstalls).toBe(true);
  });
});

describe('the namespaces that a CSV is copied into', () => {
  const cluster = clusterOf(namespace('op'), namespace('t1'), namespace('t2'));

  it('are the targets but its own, or all others', () => {
    expect(copyTargets(readCsv('op/foo'), ['op', 't1'], cluster)).toEqual(['t1']);
    expect(copyTargets(readCsv('op/foo'), [''], cluster)).toEqual(['t1', 't2']);
  });

  it('are none where copies of global groups are switched off', () => {
    expect(copyTargets(readCsv('op/foo'), [''], { ...cluster, copiedCSVsDisabled: true })).toEqual([]);
  });
});
