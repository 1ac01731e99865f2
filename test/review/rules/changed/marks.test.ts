import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../../src/base/kubernetes/object.js';
import { appliedNow, keptObject } from '../../../../src/review/rules/changed/applied-or-kept.js';
import { guardUndone } from '../../../../src/review/rules/changed/guard-undone.js';
import { isKnownMark, MARKS, marksIn } from '../../../../src/review/rules/changed/marks.js';
import { unknownMetadata } from '../../../../src/review/rules/changed/unknown.js';
import type { RiskRule } from '../../../../src/review/rules/rule.js';
import { namespace } from '../../../support/build.js';
import { accessTo } from '../../../support/states.js';

const object = (apiVersion: string, kind: string, annotations: Readonly<Record<string, string>>): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'op', annotations },
  ...(kind === 'NetworkPolicy' ? { spec: { podSelector: {}, ingress: [{}] } } : {}),
});
const ACCESS = accessTo(namespace('op'));
const having = (given: readonly KubernetesObject[]) => ({ ...ACCESS, state: { ...ACCESS.state, given } });
const tells = (rule: RiskRule, before: readonly KubernetesObject[], after: readonly KubernetesObject[]): boolean =>
  (rule.compare?.(having(before), having(after)) ?? []).length > 0;

/** Every value of every row, with a kind that the row is for. */
const cases = MARKS.flatMap(([key, values, effect, , kind = 'ConfigMap']) =>
  values.split(' ').map((value) => ({ key: key.replace('*', 'x'), value: value === '*' ? 'x' : value, kind, effect })),
);

describe('a mark is one row: every rule reads it', () => {
  it.each(cases)('$key: $value of a $kind is $effect', ({ key, value, kind, effect }) => {
    const mark = { [key]: value };
    expect(marksIn(key, value, kind).map((found) => found.effect)).toEqual([effect]);
    const [plain, marked] = [{}, mark].map((annotations) => object(kind === 'Job' ? 'batch/v1' : 'v1', kind, annotations)) as [
      KubernetesObject,
      KubernetesObject,
    ];
    expect(tells(appliedNow, [marked], [plain])).toBe(effect === 'left-alone');
    expect(tells(appliedNow, [plain], [marked])).toBe(effect === 'left-alone');
    expect(tells(keptObject, [marked], [])).toBe(effect === 'kept');
    expect(tells(unknownMetadata, [plain], [marked])).toBe(effect === 'unknown');
    if (kind === 'Job') return;
    const guards = [{}, mark].map((annotations) => object('networking.k8s.io/v1', 'NetworkPolicy', annotations));
    expect(tells(guardUndone, guards.slice(0, 1), guards.slice(1))).toBe(['left-alone', 'otherwise', 'unknown'].includes(effect));
  });
});

describe('a mark', () => {
  it('is read option by option, where its value is a list', () => {
    expect(marksIn('argocd.argoproj.io/sync-options', 'Prune=false, SkipDryRunOnMissingResource=true,Later=true', 'Job')).toEqual([
      { effect: 'kept', text: 'argocd.argoproj.io/sync-options: Prune=false' },
      { effect: 'harmless', text: 'argocd.argoproj.io/sync-options: SkipDryRunOnMissingResource=true' },
      { effect: 'unknown', text: 'argocd.argoproj.io/sync-options: Later=true' },
    ]);
  });

  it('counts as a label, whatever an annotation of its key says', () => {
    const key = 'kustomize.toolkit.fluxcd.io/reconcile';
    const plain = object('v1', 'ConfigMap', { [key]: 'enabled' });
    const labelled = { ...plain, metadata: { ...plain.metadata, labels: { [key]: 'disabled' } } };
    expect(tells(appliedNow, [labelled], [plain])).toBe(true);
  });

  it('is known if its key is of users or in a row, and its value, too', () => {
    expect(isKnownMark('team', 'a', 'Secret')).toBe(true);
    expect(isKnownMark('app.kubernetes.io/name', 'a', 'Secret')).toBe(true);
    expect(isKnownMark('reflector.v1.k8s.emberstack.com/reflects', 'a/b', 'Secret')).toBe(false);
    expect(isKnownMark('constructor', 'a', 'Secret')).toBe(true);
    expect(isKnownMark('kustomize.toolkit.fluxcd.io/prune', 'Disabled', 'Secret')).toBe(true);
    expect(isKnownMark('kustomize.toolkit.fluxcd.io/prune', 'later', 'Secret')).toBe(false);
  });
});
