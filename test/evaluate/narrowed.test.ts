import { expect } from 'vitest';
import { narrowedPair } from '../../src/evaluate/narrowed.js';
import type { Unit } from '../../src/source/unit.js';
import { unitsIn } from '../../src/source/units.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';

const subscription = (name: string, channel: string) =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}}\nspec: {name: ${name}, channel: ${channel}, source: s, sourceNamespace: olm}\n`;
const unit = (name: string, namespace: string, channel: string) => ({
  [`${name}/kustomization.yaml`]: `resources: [a.yaml]\nnamespace: ${namespace}\n`,
  [`${name}/a.yaml`]: subscription(name, channel),
});
const application = (path: string) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${path}}\nspec: {source: {repoURL: u, path: ${path}}, destination: {name: far}}\n---\n`;
const repository = (channel: string) =>
  unitsIn(
    folderOf({
      '.git/HEAD': '',
      'kustomization.yaml': 'resources: [apps.yaml]\n',
      'apps.yaml': ['one', 'two', 'three'].map(application).join(''),
      ...unit('one', 'ops', channel),
      ...unit('two', 'ops', 'stable'),
      ...unit('three', 'others', 'stable'),
    }),
  );

itWith([program('kubectl')], 'of a cluster, the units are read that change, and those with operators in their namespaces', () => {
  const [before, after] = [repository('stable'), repository('fast')];
  if (!before || !after) throw new Error('no units');
  const far = (units: typeof before) => units.units.find(({ name }) => name === 'far');
  const none = () => undefined;
  const hasChanged = (one: Unit | undefined, other: Unit | undefined) =>
    (one && before.identityOf(one)) !== (other && after.identityOf(other));
  const pair = narrowedPair([before, far(before)], [after, far(after)], [none, none], hasChanged);
  expect(pair.map((one) => one?.parts?.map(({ name }) => name))).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
});
