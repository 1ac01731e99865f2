/** Workloads that run as a powerful account from before, and now read something else: variables, volumes, ConfigMaps, Secrets, marks. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
import { containersOf, type Fields, fieldsOf, listOf, textOf } from '../../kubernetes/pod-spec.js';
import { valueAt } from '../../manifest/field-path.js';
import { sortedText } from '../../manifest/plain-data.js';
import type { GrantSubject } from '../../rbac/grant.js';
import { type AccountUse, accountUses } from '../../state/account-uses.js';
import type { State } from '../../state/state.js';
import { accountSubject, type Workload, workloadsOf } from '../../state/workloads.js';
import { listed } from '../../wording/phrases.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { type Discovery, NSA_TOKENS, type RiskRule } from '../rule.js';
import { isHarmlessKey } from './metadata-keys.js';
import { isDelivery } from './outside-source.js';

export const powerfulInput: RiskRule = {
  id: 'powerful-input',
  severity: 'error',
  title: 'What a powerful ServiceAccount runs reads something else',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS, 'CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'A workload of the input runs as a ServiceAccount from which cluster-admin is one step away, as it did before. The change alters what its programs read: environment variables, volumes and mounts, name servers and host aliases, the node and RuntimeClass that it runs on, the data of a ConfigMap or Secret of the input that it names, or an annotation of its Pods that a tool acts on. For objects of other kinds that name such an account, as a ScaledJob does, every change beside that name counts. What the Deployments of a ClusterServiceVersion read is told among the other changes.',
    attack: 'A backup job can read every Secret. The ConfigMap with its script gets one more line.',
    fix: 'Read what is changed as if it were a program, and accept the workload in the baseline.',
  },
  compare: (base, head) => [...changedWorkloads(base, head), ...changedRunners(base, head)],
};

function changedWorkloads(base: Access, head: Access): Discovery[] {
  const old = new Map(workloadsOf(base.state).map((workload) => [formatReference(workload.reference), workload]));
  const [before, after] = [inputsOf(base.state), inputsOf(head.state)];
  return workloadsOf(head.state).flatMap((workload) => {
    const was = old.get(formatReference(workload.reference));
    // What begins to run as a powerful account is told for that.
    if (workload.csv || !was || was.account !== workload.account) return [];
    const changed = differing(before(was), after(workload));
    return changed.length === 0 ? [] : discoveryOf(head, workload.source, accountSubject(workload), changed);
  });
}

/** What each workload reads: by what it is called in a sentence, its content. */
function inputsOf({ given }: State): (workload: Workload) => ReadonlyMap<string, string> {
  const objects = new Map(given.map((object) => [formatReference(referenceTo(object)), object]));
  const contentOf = (kind: string, namespace: string, name: string): string => {
    const { data, stringData, binaryData } = fieldsOf(objects.get(formatReference({ kind, namespace, name })));
    return sortedText([data, stringData, binaryData]);
  };
  return (workload) => {
    const { namespace } = accountSubject(workload);
    const inputs = new Map<string, string>();
    for (const { fields, name } of containersOf(workload.pod)) {
      for (const variable of listOf(fields.env)) inputs.set(`variable ${textOf(variable.name)} of ${name}`, sortedText(variable));
      inputs.set(`envFrom of ${name}`, sortedText(listOf(fields.envFrom)));
      inputs.set(`mounts of ${name}`, sortedText([listOf(fields.volumeMounts), listOf(fields.volumeDevices)]));
    }
    for (const field of SURROUNDINGS) inputs.set(field, sortedText(settingOf(workload.pod.fields, field)));
    for (const volume of listOf(workload.pod.fields.volumes)) inputs.set(`volume ${textOf(volume.name)}`, sortedText(volume));
    for (const [kind, name] of namedIn(workload.pod.fields)) inputs.set(`${kind} ${name}`, contentOf(kind, namespace, name));
    const object = objects.get(formatReference(workload.source));
    const metadata = fieldsOf(valueAt(object, [...workload.pod.at.slice(0, -1), 'metadata']));
    for (const [key, value] of Object.entries(fieldsOf(metadata.annotations)))
      if (!isHarmlessKey(key)) inputs.set(`annotation ${key}`, sortedText(value));
    return inputs;
  };
}

/** Fields of a Pod spec that decide whom its programs ask and reach, and what they run on. */
const SURROUNDINGS = ['dnsConfig', 'dnsPolicy', 'hostAliases', 'nodeName', 'runtimeClassName'] as const;

/** Its value; the default is the same as nothing. */
function settingOf(pod: Fields, field: (typeof SURROUNDINGS)[number]): unknown {
  return field === 'dnsPolicy' && pod[field] === 'ClusterFirst' ? [] : (pod[field] ?? []);
}

/** Fields of a Pod spec that name a ConfigMap or a Secret, at any depth, with the key of the name. */
const NAMING: ReadonlyMap<string, readonly [kind: string, name: string]> = new Map(
  Object.entries<readonly [kind: string, name: string]>({
    configMap: ['ConfigMap', 'name'],
    configMapRef: ['ConfigMap', 'name'],
    configMapKeyRef: ['ConfigMap', 'name'],
    secretRef: ['Secret', 'name'],
    secretKeyRef: ['Secret', 'name'],
  }),
);

function namedIn(pod: unknown): [kind: string, name: string][] {
  if (Array.isArray(pod)) return pod.flatMap(namedIn);
  return Object.entries(fieldsOf(pod)).flatMap(([field, value]): [string, string][] => {
    const [kind, key] = NAMING.get(field) ?? [
      'Secret',
      field === 'secret' ? ('secretName' in fieldsOf(value) ? 'secretName' : 'name') : '',
    ];
    const name = textOf(fieldsOf(value)[key]);
    return name === undefined ? namedIn(value) : [[kind, name]];
  });
}

function differing(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  return [...new Set([...is.keys(), ...was.keys()])].filter((name) => (was.get(name) ?? EMPTY) !== (is.get(name) ?? EMPTY));
}

/** What has nothing reads the same as what is not there. */
const EMPTY = sortedText([]);

/** Objects of kinds that are not known to run Pods, and that name a powerful account. */
function changedRunners(base: Access, head: Access): Discovery[] {
  const [before, after] = [base, head].map(({ state }) => runnersOf(state)) as [Map<string, Runner>, Map<string, Runner>];
  return [...after].flatMap(([key, { object, use }]) => {
    const old = before.get(key);
    if (!old || old.use.account !== use.account || old.use.namespace !== use.namespace) return [];
    const [was, is] = [old, { object, use }].map((runner) => around(runner)) as [Fields, Fields];
    const fields = [...new Set([...Object.keys(is), ...Object.keys(was)])].filter(
      (field) => sortedText(was[field]) !== sortedText(is[field]),
    );
    const { namespace, account: name } = use;
    return fields.length === 0 ? [] : discoveryOf(head, use.subject, { kind: 'ServiceAccount', namespace, name }, fields);
  });
}

interface Runner {
  readonly object: KubernetesObject;
  readonly use: AccountUse;
}

function runnersOf(state: State): Map<string, Runner> {
  const objects = new Map(
    state.given.filter((object) => !isDelivery(object)).map((object) => [formatReference(referenceTo(object)), object]),
  );
  return new Map(
    accountUses(state).flatMap((use) => {
      const object = use.at && objects.get(formatReference(use.subject));
      return object ? [[`${keyWithGroup(object)} ${sortedText(use.at)}`, { object, use }] as const] : [];
    }),
  );
}

/** The fields beside the name of the account. */
function around({ object, use: { at = [] } }: Runner): Fields {
  const isName = at.at(-1) === 'name' || at.at(-1) === 'namespace';
  return fieldsOf(valueAt(object, at.slice(0, isName ? -2 : -1)));
}

function discoveryOf(access: Access, subject: ObjectReference, account: GrantSubject, changed: readonly string[]): Discovery[] {
  const power = powerOf(access, account);
  if (power === undefined) return [];
  return [
    {
      severity: 'error',
      subject,
      message: `${formatReference(subject)} runs as ${formatReference(account)}, which can ${power}, and what it reads or runs on is changed: ${listed(changed)}`,
      path: [],
      fix: 'read what is changed as if it were a program, and accept it in the baseline',
      place: access.state.placeOf(subject),
      identity: changed,
    },
  ];
}
