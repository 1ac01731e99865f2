import { expect, it } from 'vitest';
import { plansShared } from '../../../../src/olm/checks/files/shared-plans.js';
import type { Bundle } from '../../../../src/olm/model/bundle.js';
import { withInstallPlans } from '../../../../src/olm/rules/install-plan/install-plan.js';
import { resolve } from '../../../../src/olm/rules/resolve.js';
import { clusterOf, csv, group, namespace } from '../../../support/build.js';

const judged = (kind: string, at: string, isResolved = true) => {
  const cluster = clusterOf(namespace('op'), namespace('other'), group('op/og'), group('other/og'), csv('op/mug'), csv(`${at}/pot`));
  const others = [{ apiVersion: 'v1', kind, metadata: { name: 'one' } }];
  const installed = cluster.clusterServiceVersions.map((one) => {
    const bundle = { name: one.name, csv: one.manifest, customResourceDefinitions: [], others: one.name === 'mug' ? others : [] };
    return one.name === 'mug' || isResolved ? { ...one, isResolved: true as const, bundle: bundle as unknown as Bundle } : one;
  });
  const from = { ...cluster, clusterServiceVersions: installed };
  return withInstallPlans(from, resolve(from), resolve);
};

// OrderSteps of OLM's API, and ExecutePlan of its catalog/operator.go: one InstallPlan for what a namespace resolves to.
it.each<[string, Parameters<typeof judged>, string[]]>([
  ['beside an operator whose InstallPlan fails', ['Ingress', 'op'], ['pot']],
  ['beside an operator whose InstallPlan does not', ['ConfigMap', 'op'], []],
  ['in another namespace', ['Ingress', 'other'], []],
  ['that is there already', ['Ingress', 'op', false], []],
])('an operator %s', (_, given, told) => {
  const resolution = judged(...given);
  expect(plansShared(resolution).map(({ subject }) => subject.name)).toEqual(told);
  // Its permissions count: OLM can have made them before the step that fails.
  expect(resolution.csvs.find((one) => one.csv.name === 'pot')?.verdict.phase).toBe('Succeeded');
});
