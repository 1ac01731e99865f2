/** Workloads that run as a powerful account from before, and now read something else: variables, volumes, ConfigMaps, Secrets, marks. */
import { keyWithGroup } from '../../kubernetes/kinds.js';
import { compareText, formatReference, type KubernetesObject, type ObjectReference, referenceTo } from '../../kubernetes/object.js';
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
import { isDelivery, SIZES } from './outside-source.js';

export const powerfulInput: RiskRule = {
  id: 'powerful-input',
  severity: 'error',
  title: 'What a powerful ServiceAccount runs reads something else',
  references: ['CIS Kubernetes 5.1.5', NSA_TOKENS, 'CWE-15: External Control of System or Configuration Setting'],
  documentation: {
    meaning:
      'A workload of the input runs as a ServiceAccount from which cluster-admin is one step away, as it did before. The change alters what its programs read: every field of its Pods and containers, but for those that other rules tell and those that only say when and how many of them run; the data of a ConfigMap or Secret of the input that it names; its volume claims; or an annotation of its Pods that a tool acts on. A warning where only the credentials for its images or the choice of its node change, also in the ServiceAccount itself. For objects of other kinds that name such an account, as a ScaledJob does, every change of their `spec` counts but for sizes. Of the Deployments of a ClusterServiceVersion, fields count only where its name stays: what a new version reads is told among the other changes.',
    attack: 'A backup job can read every Secret. The ConfigMap with its script gets one more line.',
    fix: 'Read what is changed as if it were a program, and accept the workload in the baseline.',
  },
  compare: (base, head) => [...changedWorkloads(base, head), ...changedRunners(base, head), ...changedAccounts(base, head)],
};

function changedWorkloads(base: Access, head: Access): Discovery[] {
  const old = new Map(workloadsOf(base.state).map((workload) => [formatReference(workload.reference), workload]));
  const [before, after] = [inputsOf(base.state), inputsOf(head.state)];
  return workloadsOf(head.state).flatMap((workload) => {
    const was = old.get(formatReference(workload.reference));
    // What begins to run as a powerful account is told for that.
    if (!was || was.account !== workload.account) return [];
    // A new version of an operator reads other things than the last one, but no other content of what the input has.
    const isUpgrade = formatReference(was.source) !== formatReference(workload.source);
    const changed = isUpgrade ? changedContents(before(was), after(workload)) : differing(before(was), after(workload));
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
      inputs.set(`mounts of ${name}`, sortedText([listOf(fields.volumeMounts), listOf(fields.volumeDevices)]));
      inputs.set(`resources.claims of ${name}`, sortedText(fieldsOf(fields.resources).claims ?? []));
      for (const field of Object.keys(fields))
        if (!CONTAINER_FIELDS.has(field)) inputs.set(`${field} of ${name}`, settingOf(fields, field));
    }
    const { fields } = workload.pod;
    for (const field of Object.keys(fields)) if (!POD_FIELDS.has(field)) inputs.set(field, settingOf(fields, field));
    for (const volume of listOf(fields.volumes)) inputs.set(`volume ${textOf(volume.name)}`, sortedText(volume));
    for (const [kind, name] of namedIn(fields)) inputs.set(`${kind} ${name}`, contentOf(kind, namespace, name));
    const object = objects.get(formatReference(workload.source));
    for (const { metadata, spec } of listOf(fieldsOf(object?.spec).volumeClaimTemplates)) {
      const { resources: _, ...claim } = fieldsOf(spec);
      inputs.set(`volume claim ${textOf(fieldsOf(metadata).name)}`, sortedText(claim));
    }
    const metadata = fieldsOf(valueAt(object, [...workload.pod.at.slice(0, -1), 'metadata']));
    for (const [key, value] of Object.entries(fieldsOf(metadata.annotations)))
      if (!isHarmlessKey(key)) inputs.set(`annotation ${key}`, sortedText(value));
    return inputs;
  };
}

/** Fields of a Pod spec that need no error here, and why. A field that is not among them counts. */
const POD_FIELDS: ReadonlySet<string> = new Set([
  // Read apart.
  ...['containers', 'initContainers', 'ephemeralContainers', 'volumes'],
  // Told by the rules about accounts, tokens and Pod security.
  ...['serviceAccount', 'serviceAccountName', 'automountServiceAccountToken', 'hostIPC', 'hostNetwork', 'hostPID', 'securityContext'],
  // When, how long, how many, and what the Pod is called.
  ...['activeDeadlineSeconds', 'preemptionPolicy', 'priority', 'priorityClassName', 'readinessGates', 'restartPolicy', 'schedulingGates'],
  ...['terminationGracePeriodSeconds', 'overhead', 'resources', 'tolerations', 'topologySpreadConstraints', 'os'],
  ...['enableServiceLinks', 'hostname', 'setHostnameAsFQDN', 'subdomain'],
]);

/** The same of a container. */
const CONTAINER_FIELDS: ReadonlySet<string> = new Set([
  ...['env', 'volumeMounts', 'volumeDevices'],
  // Told as another program, and by the rule about Pod security.
  ...['image', 'command', 'args', 'lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe', 'securityContext'],
  ...['name', 'ports', 'resizePolicy', 'resources', 'restartPolicy', 'stdin', 'stdinOnce', 'terminationMessagePolicy', 'tty'],
]);

/** What decides where a Pod runs, and whose images it can get: worth a look, but no program reads it. */
const NO_INPUT =
  /^(?:affinity|hostUsers|imagePullSecrets|nodeSelector|schedulerName|secrets|shareProcessNamespace|imagePullPolicy of .*)$/su;

/** The same as nothing. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  dnsPolicy: 'ClusterFirst',
  hostUsers: true,
  schedulerName: 'default-scheduler',
  shareProcessNamespace: false,
  terminationMessagePath: '/dev/termination-log',
};

function settingOf(fields: Fields, field: string): string {
  const value = fields[field];
  // Both of the others ask the registry for an image that the node does not have.
  const isDefault = field === 'imagePullPolicy' ? value !== 'Never' : value === null || value === DEFAULTS[field];
  return isDefault ? EMPTY : sortedText(value);
}

/** Fields of a Pod spec that name a ConfigMap or a Secret, at any depth, with the key of the name. */
const NAMING: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  configMap: ['ConfigMap', 'name'],
  configMapRef: ['ConfigMap', 'name'],
  configMapKeyRef: ['ConfigMap', 'name'],
  secretRef: ['Secret', 'name'],
  secretKeyRef: ['Secret', 'name'],
};

function namedIn(pod: unknown): [kind: string, name: string][] {
  if (Array.isArray(pod)) return pod.flatMap(namedIn);
  return Object.entries(fieldsOf(pod)).flatMap(([field, value]): [string, string][] => {
    const [kind, key] = NAMING[field] ?? ['Secret', field === 'secret' ? ('secretName' in fieldsOf(value) ? 'secretName' : 'name') : ''];
    const name = textOf(fieldsOf(value)[key]);
    return name === undefined ? namedIn(value) : [[kind, name]];
  });
}

function differing(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...is.keys(), ...was.keys()])].sort(compareText);
  return names.filter((name) => (was.get(name) ?? EMPTY) !== (is.get(name) ?? EMPTY));
}

/** ConfigMaps and Secrets that both name, with other data. */
function changedContents(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): string[] {
  return differing(was, is).filter((name) => /^(?:ConfigMap|Secret) /.test(name) && was.has(name) && is.has(name));
}

/** What has nothing reads the same as what is not there. */
const EMPTY = sortedText([]);

/** Objects of kinds that are not known to run Pods, and that name a powerful account. */
function changedRunners(base: Access, head: Access): Discovery[] {
  const [before, after] = [base, head].map(({ state }) => runnersOf(state)) as [Map<string, Runner>, Map<string, Runner>];
  return [...after].flatMap(([key, { object, use }]) => {
    const old = before.get(key);
    if (!old || old.use.account !== use.account || old.use.namespace !== use.namespace) return [];
    const fields = differingFields(old.object.spec, object.spec);
    const { namespace, account: name } = use;
    return fields.length === 0 ? [] : discoveryOf(head, use.subject, { kind: 'ServiceAccount', namespace, name }, fields);
  });
}

/** The fields that differ, but for sizes: `driver.image`. */
function differingFields(was: unknown, is: unknown, at: readonly string[] = []): string[] {
  if (sortedText(was ?? null) === sortedText(is ?? null)) return [];
  const [old, now] = [fieldsOf(was), fieldsOf(is)];
  const names = [...new Set([...Object.keys(now), ...Object.keys(old)])].filter((name) => !SIZES.has(name)).sort(compareText);
  if (Array.isArray(was) || Array.isArray(is) || Object.keys(old).length + Object.keys(now).length === 0) return [at.join('.')];
  return names.flatMap((name) => differingFields(old[name], now[name], [...at, name]));
}

/** ServiceAccounts that stay powerful: what their Pods get images with, and which Secrets belong to them. */
function changedAccounts(base: Access, head: Access): Discovery[] {
  const accounts = ({ state }: Access) => state.given.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'ServiceAccount');
  const old = new Map(accounts(base).map((object) => [formatReference(referenceTo(object)), object]));
  return accounts(head).flatMap((object) => {
    const was = old.get(formatReference(referenceTo(object)));
    if (!was) return [];
    const changed = ['imagePullSecrets', 'secrets'].filter(
      (field) => sortedText(listOf(fieldsOf(was)[field])) !== sortedText(listOf(fieldsOf(object)[field])),
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

function discoveryOf(access: Access, subject: ObjectReference, account: GrantSubject, changed: readonly string[]): Discovery[] {
  const power = powerOf(access, account);
  if (power === undefined) return [];
  const isInput = changed.some((name) => !NO_INPUT.test(name));
  const who = subject.kind === 'ServiceAccount' ? '' : ` runs as ${formatReference(account)}, which`;
  return [
    {
      severity: isInput ? 'error' : 'warning',
      subject,
      message: `${formatReference(subject)}${who} can ${power}, and ${isInput ? 'what it reads or runs on' : 'where it runs or gets its images from'} is changed: ${listed(changed)}`,
      path: [],
      fix: 'read what is changed as if it were a program, and accept it in the baseline',
      place: access.state.placeOf(subject),
      identity: changed,
    },
  ];
}
