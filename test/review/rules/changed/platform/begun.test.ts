/** What an upgrade of OLM tells of each behaviour: on its side of the version, and on no other. */
import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../../src/base/kubernetes/object.js';
import { type OlmRelease, olmRelease, openShiftRelease } from '../../../../../src/olm/model/olm-version.js';
import { readState } from '../../../../../src/repository/read/read-state.js';
import { begunBetween } from '../../../../../src/review/rules/changed/platform/begun.js';
import { apiService, csv, group, namespace, serviceAccount, subscription } from '../../../../support/build.js';
import { manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';
import { asking, READ_PODS } from '../../../../support/permissions.js';

const configured = (config: object): KubernetesObject => {
  const plain = subscription('team/etcd');
  return { ...plain, spec: { ...(plain.spec as object), config } };
};
const annotated = { ...serviceAccount('team/robot'), metadata: { name: 'robot', namespace: 'team', annotations: { a: 'b' } } };
const permitted = csv('team/etcd.v1', asking({ permissions: [{ serviceAccountName: 'robot', rules: [READ_PODS] }] }));
const serving = csv('team/etcd.v1', { ownsApiServices: ['Etcd.v1.example.com'] });
const released = { ...csv('team/etcd.v1'), spec: { ...(csv('team/etcd.v1').spec as object), release: '2' } };

function told(before: OlmRelease | undefined, after: OlmRelease | undefined, objects: readonly KubernetesObject[]): string[] {
  const { state, problems } = readState([folderOf({ 'input.yaml': manifests(namespace('team'), ...objects) })], { profile: 'olm' });
  if (!state || !before || !after) throw new Error(JSON.stringify(problems));
  return begunBetween(before, after, state).map(([, message]) => message);
}

describe('an upgrade of OLM tells', () => {
  const accountOfGroup = { ...group('team/team'), spec: { serviceAccountName: 'robot' } };

  describe.each([
    ['annotations of a Subscription', 'v0.27', '4.16', [configured({ annotations: { a: 'b' } })], 'spec.config.annotations'],
    ['sources of variables of a Subscription', 'v0.28', '4.16', [configured({ envFrom: [] })], 'spec.config.envFrom'],
    ['the finalizer of CSVs', 'v0.27', '4.15', [group('team/team'), csv('team/etcd.v1')], 'a finalizer'],
    ['tokens of groups', 'v0.29', '4.16', [accountOfGroup, serviceAccount('team/robot')], 'no Secret with one'],
    ['the order of a failed resolution', 'v0.32', '4.15', [configured({})], 'in one order'],
    ['annotations of ServiceAccounts', 'v0.33', '4.20', [group('team/team'), annotated, permitted], 'its annotations stay'],
    ['APIServices while Pods restart', 'v0.37', '4.21', [group('team/team'), apiService('v1.example.com'), serving], 'for up to 5 minutes'],
    ['spec.release of CSVs', 'v0.39', '4.22', [group('team/team'), released], 'spec.release counts'],
  ] as const)('of %s', (_, olm, openshift, objects, text) => {
    const previous = (version: string): string => version.replace(/\d+$/, (minor) => String(Number(minor) - 1));
    const next = (version: string): string => version.replace(/\d+$/, (minor) => String(Number(minor) + 1));
    const counted = (messages: readonly string[]): number => messages.filter((message) => message.includes(text)).length;

    it(`OLM ${olm}, not before and not after`, () => {
      expect(counted(told(olmRelease(previous(olm)), olmRelease(olm), objects))).toBe(1);
      expect(counted(told(olmRelease(olm), olmRelease(next(olm)), objects))).toBe(0);
    });

    it(`OpenShift ${openshift}, not before and not after`, () => {
      expect(counted(told(openShiftRelease(previous(openshift)), openShiftRelease(openshift), objects))).toBe(1);
      expect(counted(told(openShiftRelease(openshift), openShiftRelease(next(openshift)), objects))).toBe(0);
    });
  });

  it('nothing of what the input does not have', () => {
    expect(told(olmRelease('v0.17'), olmRelease('v0.46'), [group('team/team'), serviceAccount('team/robot')])).toEqual([]);
  });
});
