import { describe, expect, it } from 'vitest';
import { render } from '../src/render/index.js';
import { expand } from '../src/render/rendered.js';
import { resolve } from '../src/rules/resolve.js';
import { comparableByKey, documentedObjects, expectedObjects, scenarioCluster, scenarioNames } from './support/golden.js';

describe('the profile documented, object for object', () => {
  for (const name of scenarioNames.filter((scenario) => documentedObjects(scenario))) {
    it(name, () => {
      const cluster = scenarioCluster(name);
      const { rendered } = render(cluster, resolve(cluster));
      expect(comparableByKey(expand(rendered))).toEqual(comparableByKey(documentedObjects(name) ?? []));
    });
  }
});

/** No verdict is right for these: OLM itself never settles. */
const UNSTABLE = ['csv-two-in-group-same-crd', 'csv-two-same-deployment', 'two-operatorgroups'];
/** Recorded after a history that a manifest cannot tell. */
const HISTORY = ['preset-both-groups', 'static-conflict-inside'];

describe('verdicts as OLM gives them', () => {
  for (const name of scenarioNames.filter((scenario) => !UNSTABLE.includes(scenario) && !HISTORY.includes(scenario))) {
    it(name, () => {
      const cluster = scenarioCluster(name);
      const { csvs } = resolve(cluster);
      const actual = Object.fromEntries(
        csvs.map(({ csv, verdict: { phase, reason, message } }) => [`${csv.namespace}/${csv.name}`, { phase, reason, message }]),
      );
      const expected = Object.fromEntries(
        expectedObjects(name)
          .filter(({ kind, metadata }) => kind === 'ClusterServiceVersion' && !metadata.labels?.['olm.copiedFrom'])
          .map(({ metadata, status }) => {
            const { phase = '', reason = '', message = '' } = (status ?? {}) as Record<string, string>;
            return [`${metadata.namespace}/${metadata.name}`, { phase, reason, message }];
          }),
      );
      expect(actual).toEqual(expected);
    });
  }
});
