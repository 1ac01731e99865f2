import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { clusterSetting } from '../../../../src/review/rules/changed/cluster-setting.js';
import { decidingKinds } from '../../../../src/review/rules/changed/kind-effects.js';
import { unknownKind } from '../../../../src/review/rules/changed/unknown.js';
import type { RiskRule } from '../../../../src/review/rules/rule.js';
import { namespace } from '../../../support/build.js';
import { cli, manifests } from '../../../support/command-line.js';
import { folderOf } from '../../../support/files.js';
import { accessTo } from '../../../support/states.js';

const ACCESS = accessTo(namespace('op'));
const having = (given: readonly KubernetesObject[]) => ({ ...ACCESS, state: { ...ACCESS.state, given } });
const severities = (rule: RiskRule, before: readonly KubernetesObject[], after: readonly KubernetesObject[]) =>
  (rule.compare?.(having(before), having(after)) ?? []).map(({ severity }) => severity);

const object = (group: string, kind: string, spec: object): KubernetesObject => ({
  apiVersion: group === '' ? 'v1' : `${group}/v1`,
  kind,
  metadata: { name: 'a', namespace: 'op' },
  spec,
});

/** What a NetworkPolicy opens or bounds is compared, whichever fields say it. */
const kinds = decidingKinds().filter(({ kind }) => kind !== 'NetworkPolicy');

describe('a kind is one row: every rule reads it', () => {
  it.each(kinds)('$kind of $group', ({ group, kind: name, setting }) => {
    const [field = 'field'] = setting.only ?? [];
    const kind = name === '*' ? 'Anything' : name;
    const [old, now] = ['a', 'b'].map((value) => object(group, kind, { [field]: value })) as [KubernetesObject, KubernetesObject];
    const some = (severity: string | undefined): string[] => (severity === undefined ? [] : [severity]);
    expect(severities(clusterSetting, [], [now])).toEqual(some(setting.added));
    expect(severities(clusterSetting, [old], [now])).toEqual(some(setting.changed));
    expect(severities(clusterSetting, [old], [])).toEqual(some(setting.gone));
    expect(severities(clusterSetting, [old], [old])).toEqual([]);
    expect(severities(unknownKind, [old], [now])).toEqual([]);
  });

  it('and one that is in no row is unknown, once', () => {
    const [base = '', head = ''] = ['a', 'b'].map((value) =>
      folderOf({ 'a.yaml': manifests(namespace('op'), object('example.com', 'Widget', { value })) }),
    );
    const { findings, changes = {} } = JSON.parse(cli(['review', base, head, '--format', 'json']).out);
    const said = [findings, changes].flatMap((lists) => Object.values(lists).flat()) as { id?: string }[];
    expect(said.flatMap(({ id }) => id ?? [])).toEqual(['unknown-kind']);
  });
});
