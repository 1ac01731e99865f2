/** Workloads that run as a powerful account from before, and now read something else: variables, volumes, ConfigMaps, Secrets, marks. */

import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { fieldsOf, listOf, namedObjects, textOf } from '../../kubernetes/pod-spec.js';
import { type FieldPath, valueAt } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { GrantSubject } from '../../rbac/grant.js';
import { type AccountUse, accountUses } from '../../state/account-uses.js';
import { keyOf, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import { listed } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import { type Discovery, NSA_TOKENS } from '../rule.js';
import { isSize } from './delivered-version.js';
import { differingFields } from './documents/differing-fields.js';
import { partsThatDiffer } from './documents/parts-that-differ.js';
import { isDelivery } from './kind-effects.js';
import { isKnownMark } from './marks.js';
import { differingParts } from './pods/pod-parts.js';

export const powerfulInput = riskRule({
  id: 'powerful-input',
  severity: 'error',
  title: 'The input of a powerful program changes',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS, 'CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'A workload still runs as a ServiceAccount that is one step from cluster-admin, and the change alters what its programs read: fields of its Pods and containers without a rule of their own, except when and how many run; ConfigMaps and Secrets of the input; volume claims; annotations that a tool acts on. Warning for image credentials or the choice of the node, also in the ServiceAccount. For other kinds that name such an account, such as ScaledJob, every change of `spec` counts except sizes. For Deployments of a CSV, only if its name stays.',
    attack: 'A backup job can read every Secret. The ConfigMap with its script gets one more line.',
    fix: 'Read the change as if it were a program, and accept the workload in the baseline.',
  },
  compare: (base, head) => [...changedWorkloads(base, head), ...changedRunners(base, head), ...changedAccounts(base, head)],
});

function changedWorkloads(base: Access, head: Access): Discovery[] {
  const old = new Map(workloadsOf(base.state).map((workload) => [formatReference(workload.reference), workload]));
  const [before, after] = [contentsOf(base.state), contentsOf(head.state)];
  return workloadsOf(head.state).flatMap((workload) => {
    const was = old.get(formatReference(workload.reference));
    // What begins to run as a powerful account is told for that.
    if (!was || was.account !== workload.account) return [];
    // A new version of an operator reads other things than the last one, but no other content of what the input has.
    const isUpgrade = formatReference(was.source) !== formatReference(workload.source);
    const contents = changedContents(before(was), after(workload), isUpgrade);
    const changed = isUpgrade ? contents : [...changedFields(was, workload), ...contents];
    return changed.length === 0 ? [] : discoveryOf(head, workload.source, accountSubject(workload), changed);
  });
}

/** What is changed, as a sentence calls it, and whether a program reads it; otherwise, it decides where it runs. */
interface Changed {
  readonly name: string;
  readonly isInput: boolean;
  /** The field of the subject that it is. */
  readonly at?: FieldPath;
  readonly was?: string | undefined;
  readonly is?: string | undefined;
}

function inputs(names: readonly string[]): Changed[] {
  return names.map((name) => ({ name, isInput: true }));
}

function changedFields(was: Workload, is: Workload): Changed[] {
  return differingParts(was.pod, is.pod).flatMap(({ decides, ...part }) =>
    decides === 'input' || decides === 'placement' ? [{ ...part, isInput: decides === 'input' }] : [],
  );
}

/** What each workload reads besides its fields: by what it is called in a sentence, its content. */
function contentsOf(state: State): (workload: Workload) => ReadonlyMap<string, string> {
  const { named } = objectsOf(state);
  const contentOf = (kind: string, namespace: string, name: string): string => {
    const { data, stringData, binaryData } = fieldsOf(named({ kind, namespace, name }));
    return sortedText([data, stringData, binaryData]);
  };
  return (workload) => {
    const { namespace } = accountSubject(workload);
    const contents = new Map(
      namedObjects(workload.pod.fields).map(({ kind, name }) => [`${kind} ${name}`, contentOf(kind, namespace, name)] as const),
    );
    const object = named(workload.source);
    for (const { metadata, spec } of listOf(fieldsOf(object?.spec).volumeClaimTemplates)) {
      const { resources: _, ...claim } = fieldsOf(spec);
      contents.set(`volume claim ${textOf(fieldsOf(metadata).name)}`, sortedText(claim));
    }
    const metadata = fieldsOf(valueAt(object, [...workload.pod.at.slice(0, -1), 'metadata']));
    for (const [key, value] of Object.entries(fieldsOf(metadata.annotations)))
      if (!isKnownMark(key, value, 'Pod')) contents.set(`annotation ${key}`, sortedText(value));
    return contents;
  };
}

/** @param isUpgrade whether only other data of what both name counts */
function changedContents(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>, isUpgrade: boolean): Changed[] {
  const changed = [...new Set([...is.keys(), ...was.keys()])].filter((name) => was.get(name) !== is.get(name));
  return inputs(changed.filter((name) => !isUpgrade || (/^(?:ConfigMap|Secret) /.test(name) && was.has(name) && is.has(name))));
}

/** Objects of kinds that are not known to run Pods, and that name a powerful account. */
function changedRunners(base: Access, head: Access): Discovery[] {
  const [before, after] = [base, head].map(({ state }) => runnersOf(state)) as [Map<string, Runner>, Map<string, Runner>];
  return [...after].flatMap(([key, { object, use }]) => {
    const old = before.get(key);
    if (!old || old.use.account !== use.account || old.use.namespace !== use.namespace) return [];
    const isOfSize = (at: FieldPath): boolean =>
      at.some((name, index) => {
        const values = [old.object.spec, object.spec].map((spec) => valueAt(spec, at.slice(0, index + 1)));
        return values.every((value) => value === undefined || isSize(String(name), value));
      });
    const changed = differingFields(old.object.spec, object.spec, [], '', false)
      .filter(({ at }) => !isOfSize(at))
      .sort((a, b) => compareText(a.text, b.text))
      .map(({ at, text }) => ({ name: text, isInput: true, at: ['spec', ...at] }));
    const { namespace, account: name } = use;
    return changed.length === 0 ? [] : discoveryOf(head, use.subject, { kind: 'ServiceAccount', namespace, name }, changed);
  });
}

/** ServiceAccounts that stay powerful: what their Pods get images with, and which Secrets belong to them. */
function changedAccounts(base: Access, head: Access): Discovery[] {
  const { twinOf } = objectsOf(base.state);
  return head.state.given.flatMap((object) => {
    const was = object.apiVersion === 'v1' && object.kind === 'ServiceAccount' ? twinOf(object) : undefined;
    if (!was) return [];
    const changed = ['imagePullSecrets', 'secrets'].flatMap((field): Changed[] =>
      sortedText(listOf(fieldsOf(was)[field])) === sortedText(listOf(fieldsOf(object)[field]))
        ? []
        : [{ name: field, isInput: false, at: [field] }],
    );
    const { name, namespace = 'default' } = object.metadata;
    return changed.length === 0 ? [] : discoveryOf(head, referenceTo(object), { kind: 'ServiceAccount', namespace, name }, changed);
  });
}

interface Runner {
  readonly object: KubernetesObject;
  readonly use: AccountUse;
}

function runnersOf(state: State): Map<string, Runner> {
  const { named } = objectsOf(state);
  return new Map(
    accountUses(state).flatMap((use) => {
      const object = use.at && named(use.subject);
      return object && !isDelivery(object) ? [[`${keyOf(object)} ${sortedText(use.at)}`, { object, use }] as const] : [];
    }),
  );
}

function discoveryOf(access: Access, subject: ObjectReference, account: GrantSubject, changed: readonly Changed[]): Discovery[] {
  const power = powerOf(access, account);
  if (power === undefined) return [];
  const isInput = changed.some((each) => each.isInput);
  const names = [...new Set(changed.map(({ name }) => name))].sort(compareText);
  const who = subject.kind === 'ServiceAccount' ? '' : ` runs as ${formatReference(account)}, which`;
  return [
    {
      severity: isInput ? 'error' : 'warning',
      subject,
      message: `${formatReference(subject)}${who} can ${power}, and ${isInput ? 'what it reads or runs on' : 'where it runs or gets its images from'} is changed: ${listed(names)}`,
      ...fromTo(changed),
      fix: 'read what is changed as if it were a program, and accept it in the baseline',
      identity: names,
      covers: changed.flatMap(({ at }) => (at ? [at] : [])),
    },
  ];
}

/** Of fields, what they were and become; what ConfigMaps and Secrets have is told with these. */
function fromTo(changed: readonly Changed[]): Pick<Discovery, 'before' | 'after'> {
  const texts = changed.filter(({ was, is }) => was !== undefined || is !== undefined);
  if (texts.length === 0) return {};
  const [before, after] = (['was', 'is'] as const).map((side) => texts.flatMap((each) => each[side] ?? []).join(', ') || 'none');
  const [old, now] = partsThatDiffer(before as string, after as string);
  return { before: old, after: now };
}
