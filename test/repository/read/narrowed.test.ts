import { expect } from 'vitest';
import { narrowedPair } from '../../../src/repository/read/narrowed.js';
import type { Unit } from '../../../src/repository/units/unit.js';
import { unitsIn } from '../../../src/repository/units/units.js';
import { folderOf } from '../../support/files.js';
import { describeWith, itWith, program } from '../../support/needs.js';

const subscription = (name: string, channel: string) =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}}\nspec: {name: ${name}, channel: ${channel}, source: s, sourceNamespace: olm}\n`;
const unit = (name: string, namespace: string, channel: string) => ({
  [`${name}/kustomization.yaml`]: `resources: [a.yaml]\nnamespace: ${namespace}\n`,
  [`${name}/a.yaml`]: subscription(name, channel),
});
const application = (path: string, namespace = '') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}}\nspec: {source: {repoURL: u, path: ${path}}, destination: {name: far, namespace: "${namespace}"}}\n---\n`;
const repository = (channel: string, namespaceOfChart: string) =>
  unitsIn(
    folderOf({
      '.git/HEAD': '',
      'kustomization.yaml': 'resources: [apps.yaml]\n',
      'apps.yaml': [...['one', 'two', 'three'].map((path) => application(path)), application('chart', namespaceOfChart)].join(''),
      'chart/Chart.yaml': 'apiVersion: v2\nname: chart\nversion: 1.0.0\n',
      'chart/templates/a.yaml': subscription('four', 'stable'),
      ...unit('one', 'ops', channel),
      ...unit('two', 'ops', 'stable'),
      ...unit('three', 'others', 'stable'),
    }),
  );

/** The parts that are read of a cluster in which one unit changes. @param entry what the configuration of HEAD says of it */
function narrowed(namespaceOfChart: string, entry?: Unit['entry']): unknown {
  const [before, after] = [repository('stable', namespaceOfChart), repository('fast', namespaceOfChart)];
  if (!before || !after) throw new Error('no units');
  const far = (units: typeof before) => units.units.find(({ name }) => name === 'far') as Unit;
  const none = () => undefined;
  const hasChanged = (one: Unit | undefined, other: Unit | undefined) =>
    (one && before.identityOf(one)) !== (other && after.identityOf(other));
  const head = entry ? { ...far(after), entry } : far(after);
  return narrowedPair([before, far(before)], [after, head], [none, none], hasChanged).map((one) =>
    one?.parts?.map(({ name }) => name).sort(),
  );
}
const inBoth = (...names: readonly string[]) => [names, names];

describeWith([program('kubectl')], 'of a cluster of which one unit changes', () => {
  itWith([], 'that unit is read, and those with operators in its namespaces', () => {
    expect(narrowed('elsewhere')).toEqual(inBoth('one', 'two'));
  });

  itWith([], 'a chart is read for which an Application says one of these namespaces', () => {
    expect(narrowed('ops')).toEqual(inBoth('chart (chart)', 'one', 'two'));
  });

  itWith([], 'all units are read where the configuration of HEAD alone names it', () => {
    expect(narrowed('elsewhere', { name: 'far', paths: [], options: {} })).toEqual(inBoth('chart (chart)', 'one', 'three', 'two'));
  });
});
