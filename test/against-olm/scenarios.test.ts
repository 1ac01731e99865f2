/** The profile `olm` against what OLM v0.30.0 left of every recorded scenario, object for object. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expand } from '../../src/base/kubernetes/copies.js';
import { type KubernetesObject, namespacedName } from '../../src/base/kubernetes/object.js';
import { evaluate } from '../../src/olm/evaluate/evaluate.js';
import { ofSets } from '../../src/olm/render/index.js';
import { resolve } from '../../src/olm/rules/resolve.js';
import {
  comparableByKey,
  expectedObjects,
  expectedSequentialObjects,
  key,
  NOT_COMPARED,
  scenarioCluster,
  scenarioNames,
} from '../support/golden.js';

/** Scenarios that cannot match, with the reason. One that begins to match must be taken off. */
const CANNOT_MATCH: Readonly<Record<string, string>> = {
  'csv-two-in-group-same-crd': 'OLM never settles: the CSVs take turns failing',
  'preset-both-groups':
    'recorded with annotations that were there before the groups were first synced; otherwise the first CSV wins, as here',
};

function rendered(name: string): Record<string, unknown> {
  const evaluation = evaluate(scenarioCluster(name), { profile: 'olm' });
  // What may be there is right either way.
  const left = new Set(expectedObjects(name).map(key));
  const perhaps = evaluation.perhaps.map(({ object }) => object).filter((object) => left.has(key(object)));
  // OLM makes no Namespaces.
  return comparableByKey([...expand(ofSets(evaluation.rendered, { profile: 'olm', only: ['olm', 'rbac'] })), ...perhaps]);
}

function expected(name: string): Record<string, unknown> {
  return comparableByKey(expectedObjects(name).filter(({ kind }) => !NOT_COMPARED.has(kind)));
}

describe('what OLM v0.30.0 leaves of a scenario', () => {
  let matched = 0;

  for (const name of scenarioNames) {
    const reason = CANNOT_MATCH[name];
    if (reason) it(`${name} cannot match: ${reason}`, () => expect(rendered(name)).not.toEqual(expected(name)));
    else
      it(name, () => {
        expect(rendered(name)).toEqual(expected(name));
        matched += 1;
      });
  }

  it('is what docs/maintainers.md says', () => {
    const matching = scenarioNames.length - Object.keys(CANNOT_MATCH).length;
    const page = readFileSync(join(import.meta.dirname, '../../docs/maintainers.md'), 'utf8');
    expect(page).toContain(`The profile \`olm\` matches ${matching} of the ${scenarioNames.length} outcomes of OLM v0.30.0`);
  });

  afterAll(() => {
    console.log(`${matched} of ${scenarioNames.length} recorded scenarios match object for object`);
  });
});

/** What OLM says of each CSV, by `namespace/name`; copies are described by their originals. */
function verdicts(objects: readonly KubernetesObject[]): Map<string, string> {
  const originals = objects.filter(({ kind, metadata }) => kind === 'ClusterServiceVersion' && !metadata.labels?.['olm.copiedFrom']);
  return new Map(
    originals.map(({ metadata, status }) => {
      const { phase, reason } = status as { phase: string; reason: string };
      return [namespacedName(metadata), `${phase}/${reason}`];
    }),
  );
}

describe('where OLM says another thing of a CSV when the documents are applied one at a time', () => {
  const differing = scenarioNames.flatMap((name): [string, string][] => {
    const together = verdicts(expectedObjects(name));
    const apart = verdicts(expectedSequentialObjects(name) ?? expectedObjects(name));
    return [...together].filter(([csv, verdict]) => apart.get(csv) !== verdict).map(([csv]) => [csv, name]);
  });

  it('is seen in some of the scenarios', () => {
    expect(new Set(differing.map(([, name]) => name)).size).toBe(6);
  });

  it.each(differing)('the verdict on %s is not said to be certain: %s', (csv, name) => {
    const resolved = resolve(scenarioCluster(name)).csvs.find((entry) => namespacedName(entry.csv) === csv);
    expect(['ambiguous', 'unstable']).toContain(resolved?.certainty);
  });
});
