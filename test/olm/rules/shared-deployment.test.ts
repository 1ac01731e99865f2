import { describe, expect, it } from 'vitest';
import { sharedDeployment } from '../../../src/olm/rules/install-rules.js';
import { SUCCEEDED, type Verdict } from '../../../src/olm/rules/verdict.js';
import { type CsvFields, clusterOf, csv } from '../../support/build.js';
import { runRule } from '../../support/run-rule.js';

function waitingFor(deployment: string, ...holders: string[]): Verdict {
  return {
    phase: 'Installing',
    reason: 'InstallWaiting',
    message: `installing: missing deployment with name=${deployment}`,
    because: holders.map((name) => ({ kind: 'ClusterServiceVersion', namespace: 'op', name })),
  };
}

function replacing(replaces: string, deployment: string): CsvFields {
  return { deployments: [deployment], spec: { replaces } };
}

describe('a Deployment that CSVs of one namespace share', () => {
  it('is held by the last of them, the others wait, and none comes to rest', () => {
    const cluster = clusterOf(
      csv('op/one', { deployments: ['manager'] }),
      csv('op/three', { deployments: ['manager'] }),
      csv('op/two', { deployments: ['other', 'manager'] }),
    );
    expect(runRule(sharedDeployment, cluster)).toEqual({
      'op/one': { verdict: waitingFor('manager', 'three', 'two'), rivals: ['op/three', 'op/two'], unstable: true },
      'op/three': { verdict: waitingFor('manager', 'one', 'two'), rivals: ['op/one', 'op/two'], unstable: true },
      'op/two': { verdict: SUCCEEDED, rivals: ['op/one', 'op/three'], unstable: true },
    });
  });

  it('keeps a CSV waiting that holds one of its Deployments but not the other', () => {
    const cluster = clusterOf(
      csv('op/one', { deployments: ['first'] }),
      csv('op/three', { deployments: ['second'] }),
      csv('op/two', { deployments: ['first', 'second'] }),
    );
    const [one, three, two] = cluster.clusterServiceVersions;
    const inTurn = [one, two, three].flatMap((operator) => operator ?? []);
    expect(runRule(sharedDeployment, cluster, inTurn)['op/two']?.verdict).toEqual(waitingFor('second', 'three'));

    const both = ['first', 'second'];
    const another = clusterOf(
      csv('op/a', { deployments: both }),
      csv('op/b', { deployments: both }),
      csv('op/c', { deployments: ['first'] }),
    );
    expect(runRule(sharedDeployment, another)['op/b']?.verdict).toEqual(waitingFor('first', 'a', 'c'));
  });

  it('is handed over within a chain of replacements', () => {
    const cluster = clusterOf(
      csv('op/v1', { deployments: ['manager'] }),
      csv('op/v2', replacing('v1', 'other')),
      csv('op/v3', replacing('v2', 'manager')),
    );
    expect(runRule(sharedDeployment, cluster)).toEqual({});
  });

  it('is fought over by the chain and a CSV outside of it', () => {
    const cluster = clusterOf(
      csv('op/stranger', { deployments: ['manager'] }),
      csv('op/v1', { deployments: ['manager'] }),
      csv('op/v2', replacing('v1', 'manager')),
    );
    expect(runRule(sharedDeployment, cluster)).toEqual({
      'op/stranger': { verdict: waitingFor('manager', 'v1', 'v2'), rivals: ['op/v1', 'op/v2'], unstable: true },
      'op/v1': { verdict: SUCCEEDED, rivals: ['op/stranger'], unstable: true },
      'op/v2': { verdict: SUCCEEDED, rivals: ['op/stranger'], unstable: true },
    });
  });

  it('is none where the namespaces differ, or one CSV names it twice', () => {
    const cluster = clusterOf(csv('a/one', { deployments: ['manager', 'manager'] }), csv('b/two', { deployments: ['manager'] }));
    expect(runRule(sharedDeployment, cluster)).toEqual({});
  });
});
