/** Reports objects that control the whole cluster: logins, Pod permissions, nodes, admission policies and others. */

import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'safe-stable-stringify';
import { asWritten, unwrapped } from '../../../base/inside/index.js';
import { groupOf } from '../../../base/kubernetes/kinds.js';
import { isNamedObject, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { type Binding, bindingOf } from '../../../base/kubernetes/rbac.js';
import { isIn } from '../../../base/manifest/field-changes.js';
import type { FieldPath } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { subjectsOf } from '../../../base/rbac/subject.js';
import { type Selectable, selectablesIn } from '../../../base/references/selected.js';
import { TOOLS } from '../../../base/tools/all.js';
import { SECRET_TYPE } from '../../../base/tools/argo-cd.js';
import { EXTERNAL_SECRETS_GROUP } from '../../../base/tools/external-secrets.js';
import { KYVERNO_GROUP } from '../../../base/tools/kyverno.js';
import { SEALED_BY, SEALED_SECRETS_GROUP } from '../../../base/tools/sealed-secrets.js';
import { brings, CHANGED_WHEN_WRITTEN, DESCRIBING, guards, keeps, type Setting, sets } from '../../../base/tools/setting.js';
import type { SettingMarkRow } from '../../../base/tools/tool.js';
import { subjectText } from '../../../base/wording/permissions.js';
import type { Presence } from '../../../olm/model/claim.js';
import type { Severity } from '../../../olm/model/finding.js';
import { copyPairs } from '../../state/object-files.js';
import { areWrittenAlike, changedObjects, keyOf, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import type { Access } from '../access/access.js';
import { powerOf } from '../access/powers.js';
import { riskRule } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { whatDiffers } from './documents/fields-in-words.js';
import { settingOfKind } from './kind-effects.js';
import { ledWorkload } from './led-workloads.js';
import { policyParameters } from './policy-parameters.js';

/** ConfigMaps, by namespace and name. */
const CONFIG_MAPS: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    'kube-system/aws-auth': sets('error', 'who is in which group, system:masters among them'),
    'kube-system/amazon-vpc-cni': keeps('warning', 'whether the network of EKS enforces its policies'),
    'kube-system/coredns': sets('error', 'where names lead'),
    'kube-system/extension-apiserver-authentication': sets('error', 'whom aggregated API servers trust'),
    'kube-system/kube-proxy': sets('warning', 'where the traffic of Services goes'),
    'kube-system/kubeadm-config': brings('how the control plane is set up'),
    'kube-system/kubelet-config': brings('how the kubelet of every node is set'),
    'openshift-config/admin-kubeconfig-client-ca': sets('error', 'whose client certificates are those of system:masters'),
    'kyverno/kyverno': sets('error', 'which objects Kyverno does not check'),
  }),
);

/** ConfigMaps of Argo CD, by name in any namespace. */
const CONFIG_MAPS_ANYWHERE: ReadonlyMap<string, Setting> = new Map(
  Object.entries<Setting>({
    'argo-rollouts-config': sets('error', 'which plugins Argo Rollouts downloads and runs'),
    'argocd-cm': brings('who can log in to Argo CD, and what it applies'),
    'argocd-cmd-params-cm': brings('how the parts of Argo CD run'),
    'argocd-gpg-keys-cm': brings('whose signatures of commits Argo CD believes'),
    'argocd-image-updater-config': brings('from where, and how, Argo CD takes newer images by itself'),
    'argocd-image-updater-ssh-config': sets('warning', 'which servers the image updater of Argo CD writes to'),
    'argocd-notifications-cm': sets('warning', 'where Argo CD sends its data'),
    'argocd-rbac-cm': sets('error', 'who can do what in Argo CD'),
    'argocd-ssh-known-hosts-cm': brings('which servers Argo CD takes for those of its repositories'),
    'argocd-tls-certs-cm': brings('which servers Argo CD takes for those of its repositories'),
    'workflow-controller-configmap': brings('how Argo Workflows runs Pods, and where it stores what they write'),
  }),
);

/** Keys of these ConfigMaps that control identities in Argo CD or programs of its repository server: an error. */
const DECIDING_KEYS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    'argocd-cm':
      /^(?:accounts\.|admin\.enabled$|configManagementPlugins$|dex\.config$|exec\.enabled$|globalProjects$|kustomize\.|oidc\.config$|users\.)/,
    'argocd-cmd-params-cm': /^(?:application\.namespaces$|applicationsetcontroller\.|server\.disable\.auth$)/,
  }),
);
/** Clusters, repositories and their passwords: Argo CD finds them by one label, and generators of ApplicationSets by the others. */
const ARGO_CD_PLACE: Setting = {
  ...brings('which servers Argo CD reads from or applies to, and with which token'),
  counts: 'labels',
};
const ARGO_CD_SECRET = sets('error', 'who can log in to Argo CD: it has the password of admin and the key of all sessions');

const JENKINS = brings('how Jenkins is set up, with its programs');
const JENKINS_AGENT = brings('which Pods Jenkins starts, and as which ServiceAccount');
const JENKINS_CREDENTIAL = sets('warning', 'with which credentials the jobs of Jenkins log in elsewhere');

/** ConfigMaps and Secrets that tools find by a label, such as policies that kube-mgmt loads into Open Policy Agent. */
const LABELLED: readonly (readonly [label: string, Setting, value?: string])[] = [
  ['openpolicyagent.org/policy', guards('which objects Open Policy Agent lets pass')],
  ['openpolicyagent.org/data', guards('which objects Open Policy Agent lets pass')],
  ['jenkins-jenkins-config', JENKINS],
  ['role', JENKINS_AGENT, 'jenkins-agent'],
  ['role', JENKINS_AGENT, 'jenkins-slave'],
  ['jenkins.io/credentials-type', JENKINS_CREDENTIAL],
  ['credential.sync.jenkins.openshift.io', JENKINS_CREDENTIAL, 'true'],
  ['grafana_datasource', sets('warning', 'which servers Grafana asks, and with which credentials')],
  ['grafana_alert', sets('warning', 'where Grafana sends its data')],
  ['grafana_notifier', sets('warning', 'where Grafana sends its data')],
];
/** The annotation by which a sidecar writes a ConfigMap or Secret to any folder of its program. */
const WRITTEN_TO = 'k8s-sidecar-target-directory';
const WRITTEN_ANYWHERE = brings('which files a program gets, in a folder that it names');

/** Secrets that tools find by their type or by a label. */
const RELEASES = sets('error', 'which objects Helm treats as its releases, and removes or restores');
const SEALING_KEY = sets('error', 'with which key Sealed Secrets are read');

/** Labels and annotations of all tools that are settings. */
const BY_METADATA = TOOLS.flatMap(({ settingMarks = [] }) => settingMarks);

/** A Service's selector and addresses decide which server gets its traffic. */
const BACKENDS: Setting = {
  decides: 'which Pods, or which host, get the traffic of its clients, and who can reach it',
  changed: 'warning',
  only: ['externalName', 'loadBalancerSourceRanges', 'ports', 'selector', 'type'],
};
/** API groups whose objects create Secrets from their own fields. */
const SECRET_MAKERS: ReadonlySet<string> = new Set([SEALED_SECRETS_GROUP, EXTERNAL_SECRETS_GROUP]);
const TOKEN_MADE = sets('error', 'which token is made: of an account, or for joining the cluster');
const TOKEN_TYPES: ReadonlySet<unknown> = new Set(['bootstrap.kubernetes.io/token', 'kubernetes.io/service-account-token']);

const PARAMETER = guards('which objects an admission policy lets pass');
const PASSWORDS = sets('error', 'with which passwords one logs in to OpenShift, and as whom');
const BOOTSTRAP_TOKEN = sets('error', 'who can join the cluster: it is a bootstrap token');
const HOST_VOLUME = sets('error', 'which files of a node Pods can mount');
const EXTERNAL_ADDRESSES = sets('warning', 'who receives traffic to addresses outside of the cluster (externalIPs)');

/** The values with which a policy refuses, by field; other values only warn or count. */
const REFUSES: Readonly<Record<string, unknown>> = {
  enforcementAction: 'deny',
  failureAction: 'Enforce',
  validationActions: ['Deny'],
  validationFailureAction: 'Enforce',
};

export const clusterSetting = riskRule('cluster-setting', 'error', 'A cluster-wide setting is new or changed', {
  class: 'cluster',
  references: ['CWE-15: External Control of System or Configuration Setting'],
  meaning:
    "The change adds or alters an object that has the effect of a permission: a SecurityContextConstraints, MachineConfig, OpenShift's logins, tokens, passwords or release, an admission policy of Kubernetes, Kyverno or Gatekeeper or an exception, aws-auth, argocd-cm, argocd-cmd-params-cm, argocd-rbac-cm and argocd-secret, a PersistentVolume on a node, a Namespace's Pod Security label, an account's cloud identity, a Velero Restore, a ManifestWork, WorkflowTemplate, PushSecret or similar object. Error if somebody can become cluster-admin through it, if it applies unreviewed objects, or if an admission policy changes or is removed. Warning for a new or newly enforcing policy, and for objects that limit others, such as a NetworkPolicy.",
  attack: "A SecurityContextConstraints lets one account's Pods be privileged. No role and no binding changes.",
  fix: 'Read the object, and accept it in the baseline if it is intended.',
  compare: ({ state: base }, access) => {
    const { state: head } = access;
    const pairs = settingPairs(base, head);
    const gone = pairs.flatMap(({ before, after }) => (before && !after ? [before] : []));
    const changed = pairs.flatMap(({ before, after }): Discovery[] => {
      if (!after) return [];
      const { object, setting } = after;
      const old = before?.object;
      const now = content(object, setting);
      if (old && (content(old, setting) === now || areWrittenAlike(old, object))) return [];
      const found = !old && onlyCloses(object, base) ? undefined : severityOf(object, setting, old);
      if (found === undefined) return [];
      const severity = !old && found === 'error' && placesOnlyNew(object, base, head) ? 'warning' : found;
      const bound = boundAgain(object, old ? [old] : gone.map((one) => one.object), base, access);
      const decides = `${setting.decides}${bound ?? ''}`;
      const worst = bound === undefined ? severity : 'error';
      const brought = setting.brings ? { effect: 'unknown' as const } : {};
      if (!old) return [{ ...discovery(worst, object, 'added', decides, [now]), ...brought }];
      const { text, claims } = whatDiffers(old, object, (at) => counts(setting, at));
      return [{ ...discovery(worst, object, 'changed', `${decides}${text}`, [now]), claims, ...brought }];
    });
    const removed = gone.flatMap(({ object, setting }): Discovery[] => {
      const decides = runsReview(object) ? `${setting.decides}; it no longer runs this review` : setting.decides;
      const severity = setting.gone ?? (decides === setting.decides ? undefined : 'warning');
      if (severity === undefined) return [];
      const found = discovery(severity, object, 'removed', decides, ['gone', content(object, setting)]);
      return [{ ...found, place: base.placeOf(referenceTo(object)) }];
    });
    return [...changed, ...removed, ...metadataChanges(base, head)];
  },
});

/** Whether the programs of an object run this review: a task of Tekton or Argo Workflows. */
function runsReview({ spec }: KubernetesObject): boolean {
  return /cdk8s-olm(?:@\S+)?\s+(?:gate|review|check|lock)\b/.test(stringify(spec ?? null) ?? '');
}

/** Placements of Open Cluster Management, and the objects that they place. */
const PLACES = /^(?:Placement|PlacementRule|PlacementBinding|PolicySet)$/;
const PLACED_BY = /(?:^|\.)open-cluster-management\.io$/;

/** Whether all objects of a new placement are new in the same change, and so reviewed as if every cluster got them. */
function placesOnlyNew(object: KubernetesObject, base: State, head: State): boolean {
  const { apiVersion, kind, metadata, subjects, spec } = object;
  if (!PLACES.test(kind) || !PLACED_BY.test(groupOf(apiVersion))) return false;
  if (kind === 'Placement' || kind === 'PlacementRule') {
    const isOfChange = (one: KubernetesObject): boolean => objectsOf(base).twinOf(one) === undefined;
    const [old, now] = [base, head].map(({ given }) => given.filter((one) => isBindingOf(one, object))) as [
      KubernetesObject[],
      KubernetesObject[],
    ];
    const others = usersOf(object, base, head);
    return (
      old.length === 0 && now.length + others.length > 0 && now.every((one) => placesOnlyNew(one, base, head)) && others.every(isOfChange)
    );
  }
  const { policies } = fieldsOf(spec);
  const listed = kind === 'PolicySet' && Array.isArray(policies) ? policies.map((name: unknown): Fields => ({ kind: 'Policy', name })) : [];
  const { namespace } = metadata;
  const isNew = (of: Fields): boolean => {
    const isIt = (one: KubernetesObject): boolean =>
      one.kind === of.kind && one.metadata.name === of.name && one.metadata.namespace === namespace;
    return head.given.some(isIt) && !base.given.some(isIt);
  };
  const placed = [...listed, ...listOf(subjects)];
  return placed.length > 0 && placed.every(isNew);
}

/** The other objects of both states that have the name of a placement in them, such as an ApplicationSet that takes its decisions. */
function usersOf(placement: KubernetesObject, ...states: readonly State[]): KubernetesObject[] {
  const { name, namespace } = placement.metadata;
  // Everything that takes the decisions of a placement is in its namespace.
  const isUser = (one: KubernetesObject): boolean =>
    one.kind !== 'PlacementBinding' && one.metadata.namespace === namespace && sortedText(one).includes(JSON.stringify(name));
  return states
    .flatMap(({ given, untouched }) => [...given, ...(untouched?.objects ?? [])])
    .filter((one) => isUser(one) && !isPlacement(one, placement));
}

function isPlacement({ kind, metadata: { name, namespace } }: KubernetesObject, placement: KubernetesObject): boolean {
  return kind === placement.kind && name === placement.metadata.name && namespace === placement.metadata.namespace;
}

function isBindingOf({ kind, metadata, placementRef }: KubernetesObject, placement: KubernetesObject): boolean {
  const { kind: its, name } = fieldsOf(placementRef);
  return (
    kind === 'PlacementBinding' &&
    its === placement.kind &&
    name === placement.metadata.name &&
    metadata.namespace === placement.metadata.namespace
  );
}

/**
 * Describes a powerful subject that an object for another cluster newly binds there. Grants do not show it if BASE binds the same
 * elsewhere, such as in a ManifestWork for the first cluster.
 *
 * @param old the earlier object, or objects that may be its earlier name
 */
function boundAgain(object: KubernetesObject, old: readonly KubernetesObject[], base: State, access: Access): string | undefined {
  const known = new Set(old.flatMap(bindingsInside).map(sortedText));
  const { twinOf } = objectsOf(base);
  const again = bindingsInside(object).filter((one) => !known.has(sortedText(one)) && isDeepStrictEqual(twinOf(one), one));
  const [found] = again
    .flatMap((one) => subjectsOf(one, one.metadata.namespace))
    .flatMap((subject) => {
      const power = powerOf(access, subject);
      return power === undefined ? [] : [{ subject, power }];
    });
  return found && `, and newly binds ${subjectText(found.subject)} there, who can ${found.power}; another object binds the same already`;
}

function bindingsInside(object: KubernetesObject): Binding[] {
  const [, ...inner] = unwrapped([{ value: asWritten(object), source: { file: '', document: 0, path: [] } }]);
  return inner.flatMap(({ value }) => (isNamedObject(value) ? (bindingOf(value) ?? []) : []));
}

const SAYS: Readonly<Record<Presence | 'changed', (decides: string) => string>> = {
  added: (decides) => `is new and decides ${decides}`,
  changed: (decides) => `is changed and decides ${decides}`,
  removed: (decides) => `was removed; it decided ${decides}`,
};

function discovery(
  severity: Severity,
  object: KubernetesObject,
  how: Presence | 'changed',
  decides: string,
  identity: readonly string[],
): Discovery {
  return {
    severity,
    subject: referenceTo(object),
    says: SAYS[how](decides),
    ...(how === 'changed' ? {} : { presence: how }),
    fix: `${how === 'removed' ? 'keep it' : 'read it'}, or accept it in the baseline if it is meant`,
    identity,
  };
}

/** Whether a key changes that controls more than other keys of its ConfigMap. */
function decidesMore({ kind, metadata: { name }, data: is }: KubernetesObject, old: KubernetesObject | undefined): boolean {
  const keys = kind === 'ConfigMap' ? DECIDING_KEYS.get(name) : undefined;
  const was = fieldsOf(old?.data);
  const all = Object.keys({ ...was, ...fieldsOf(is) });
  return keys !== undefined && all.some((field) => keys.test(field) && was[field] !== fieldsOf(is)[field]);
}

/** The addresses that Argo CD sends its credentials to. */
function leadOf({ data, stringData }: KubernetesObject): string {
  return stringify([data, stringData].map((fields) => [fieldsOf(fields).server, fieldsOf(fields).url])) ?? '';
}

function severityOf(object: KubernetesObject, setting: Setting, old: KubernetesObject | undefined): Severity | undefined {
  if (decidesMore(object, old) || (old && setting === ARGO_CD_PLACE && leadOf(old) !== leadOf(object))) return 'error';
  if (!old) return isReachedFromOutside(object, setting) ? 'warning' : setting.added;
  if (setting === BACKENDS && onlyAddsPorts(old, object)) return undefined;
  if (object.kind === 'ResourceQuota' && isLoosened(old, object)) return 'warning';
  if (setting === BACKENDS && isReachedByFewer(old, object)) return undefined;
  if (object.kind === 'NetworkPolicy' && isNarrowed(old, object)) return 'info';
  const isStricter = setting.gone === 'error' && content(old, setting, REFUSES) === content(object, setting);
  return isStricter ? setting.added : setting.changed;
}

const POD_SECURITY = 'pod-security.kubernetes.io/enforce';
/** From the weakest; without the label, the default of the cluster applies, which is privileged unless it is configured. */
const LEVELS: readonly (string | undefined)[] = ['privileged', undefined, 'baseline', 'restricted'];

function isNoWeaker(was: string | undefined, is: string | undefined): boolean {
  return LEVELS.includes(is) && LEVELS.indexOf(is) >= LEVELS.indexOf(was);
}

/** Whether a label or an annotation is a setting, and so has its own description. */
export function isSettingKey(key: string): boolean {
  return BY_METADATA.some(([, , name]) => isNamed(name, key));
}

/** Whether a row is about a key; `*` at its end is for a prefix. */
function isNamed(row: string, key: string): boolean {
  return row.endsWith('*') ? key.startsWith(row.slice(0, -1)) : row === key;
}

/** For a new Namespace, account or Pod template: its settings; for an existing one, also removed settings. */
function metadataChanges(base: State, head: State): Discovery[] {
  return changedObjects(base, head).flatMap(({ before, after: object }) => {
    const old = new Map((before ? selectablesIn(before) : []).map((each) => [each.at.join('.'), each]));
    return selectablesIn(object).flatMap((is) =>
      BY_METADATA.flatMap((row): Discovery[] => {
        const [kind, list, name] = row;
        const isIt = kind === 'Pod' ? is.is === 'pods' : kind === 'Namespace' ? is.is === 'namespaces' : kind === object.kind;
        const was = old.get(is.at.join('.'));
        const keys = [...new Set([...Object.keys(was?.[list] ?? {}), ...Object.keys(is[list])])].filter((key) => isNamed(name, key));
        return isIt ? keys.flatMap((key) => settingMark(object, row, key, was, is)) : [];
      }),
    );
  });
}

function settingMark(
  object: KubernetesObject,
  [, list, , severity, decides, strictest]: SettingMarkRow,
  key: string,
  before: Selectable | undefined,
  { [list]: marks, at }: Selectable,
): Discovery[] {
  const [was, is] = [before?.[list][key], marks[key]];
  if (was === is || (is !== undefined && is === strictest) || (key === POD_SECURITY && isNoWeaker(was, is))) return [];
  return [
    {
      severity,
      subject: referenceTo(object),
      says: `has ${is === undefined ? `no longer ${key}=${was}` : `${key}=${is}${was === undefined ? '' : ` instead of ${was}`}`}, which decides ${decides}`,
      fix: 'read it, and accept it in the baseline if it is meant',
      at: [...at, list, key],
      identity: [key, is ?? ''],
      claims: [[...at, list, key]],
    },
  ];
}

interface FoundSetting {
  readonly object: KubernetesObject;
  readonly setting: Setting;
}

/** The settings of both states. An object can stop to be one, or become one. */
function settingPairs(...states: readonly [State, State]): { readonly before?: FoundSetting; readonly after?: FoundSetting }[] {
  const [before, after] = states.map(settingsOf) as [Settings, Settings];
  const keys = new Set([...before.keys(), ...after.keys()].map(keyOf));
  const [was, is] = states.map(({ given }) => given.filter((object) => keys.has(keyOf(object)))) as [
    KubernetesObject[],
    KubernetesObject[],
  ];
  return copyPairs(was, is).map((pair) => {
    const [old, now] = [pair.before && before.get(pair.before), pair.after && after.get(pair.after)];
    return { ...(old ? { before: old } : {}), ...(now ? { after: now } : {}) };
  });
}

type Settings = ReadonlyMap<KubernetesObject, FoundSetting>;

function settingsOf({ given, documents }: State): Settings {
  const isParameter = policyParameters(given);
  const bundled = new Set(documents.flatMap(({ bundle, value }) => (bundle === undefined ? [] : [value])));
  return new Map(
    given.flatMap((object): [KubernetesObject, FoundSetting][] => {
      const setting = settingOf(object) ?? (isParameter(object) ? PARAMETER : undefined);
      // The Services of an operator lead to its own Pods, and change with them.
      return setting && !(setting === BACKENDS && bundled.has(object)) ? [[object, { object, setting }]] : [];
    }),
  );
}

/** The effect of an object, by its kind and content. */
export function settingOf(object: KubernetesObject): Setting | undefined {
  const { apiVersion, kind, type, spec, metadata } = object;
  const { name } = metadata;
  const labels = metadata.labels ?? {};
  const group = typeof apiVersion === 'string' ? groupOf(apiVersion) : '';
  if (group === KYVERNO_GROUP && changesObjects(object)) return CHANGED_WHEN_WRITTEN;
  if (SECRET_MAKERS.has(group) && makesToken(object)) return TOKEN_MADE;
  if ((kind === 'Secret' || kind === 'SealedSecret') && hasPasswords(object)) return PASSWORDS;
  const ofKind = ledWorkload(object) ?? settingOfKind(object);
  if (ofKind && kind === 'NetworkPolicy' && closes(object)) return { ...ofKind, added: undefined };
  if (group !== '' || (ofKind && kind !== 'PersistentVolume')) return ofKind;
  if (kind === 'ConfigMap') {
    return configMapNamed(metadata.namespace, name) ?? CONFIG_MAPS_ANYWHERE.get(name) ?? foundByTool(object);
  }
  if (kind === 'PersistentVolume') return 'hostPath' in fieldsOf(spec) || 'local' in fieldsOf(spec) ? HOST_VOLUME : ofKind;
  if (kind === 'Service') return isEmpty(fieldsOf(spec).externalIPs) ? BACKENDS : EXTERNAL_ADDRESSES;
  if (kind !== 'Secret') return undefined;
  if (name === 'argocd-secret' && Object.keys({ ...fieldsOf(object.data), ...fieldsOf(object.stringData) }).length > 0)
    return ARGO_CD_SECRET;
  if (Object.hasOwn(labels, SECRET_TYPE)) return ARGO_CD_PLACE;
  if (String(type).startsWith('helm.sh/release')) return RELEASES;
  if (Object.hasOwn(labels, SEALED_BY)) return SEALING_KEY;
  return type === 'bootstrap.kubernetes.io/token' ? BOOTSTRAP_TOKEN : foundByTool(object);
}

/** The setting of a ConfigMap or Secret that a tool finds by a label, or that a sidecar writes into a folder. */
function foundByTool({ metadata: { labels = {}, annotations } }: KubernetesObject): Setting | undefined {
  const [, labelled] = LABELLED.find(([label, , value = labels[label]]) => Object.hasOwn(labels, label) && labels[label] === value) ?? [];
  return labelled ?? (WRITTEN_TO in fieldsOf(annotations) ? WRITTEN_ANYWHERE : undefined);
}

/** A ConfigMap without a namespace counts by its name, because the tool that applies it chooses the namespace. */
function configMapNamed(namespace: string | undefined, name: string): Setting | undefined {
  if (namespace) return CONFIG_MAPS.get(`${namespace}/${name}`);
  return [...CONFIG_MAPS].find(([key]) => key.endsWith(`/${name}`))?.[1];
}

/** Whether a Secret contains passwords of OpenShift: that of kube:admin, or htpasswd files for the OAuth settings. */
function hasPasswords({ metadata: { namespace, name }, data, stringData, spec }: KubernetesObject): boolean {
  if (namespace === 'kube-system' && name === 'kubeadmin') return true;
  return namespace === 'openshift-config' && [data, stringData, fieldsOf(spec).encryptedData].some((keys) => 'htpasswd' in fieldsOf(keys));
}

/** Whether a policy of Kyverno has a rule that changes or creates objects, in addition to rules that refuse them. */
function changesObjects({ spec }: KubernetesObject): boolean {
  const { rules } = fieldsOf(spec);
  return Array.isArray(rules) && rules.some((rule) => 'mutate' in fieldsOf(rule) || 'generate' in fieldsOf(rule));
}

/** Whether a NetworkPolicy selects the same Pods and allows no traffic that it did not allow before. */
function isNarrowed({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const isWithin = (field: 'ingress' | 'egress'): boolean => {
    const known = new Set(listOf(before[field]).map(ruleText));
    return field in before === field in after && listOf(after[field]).every((rule) => known.has(ruleText(rule)));
  };
  const same = (['podSelector', 'policyTypes'] as const).every((field) => stringify(before[field]) === stringify(after[field]));
  return same && isWithin('ingress') && isWithin('egress');
}

/**
 * Whether a new NetworkPolicy is the first of its namespace, and allows no traffic from other namespaces or addresses: without one, all
 * traffic is allowed.
 */
function onlyCloses({ kind, apiVersion, metadata: { namespace }, spec }: KubernetesObject, { given }: State): boolean {
  if (kind !== 'NetworkPolicy' || groupOf(apiVersion) !== 'networking.k8s.io') return false;
  const { ingress, egress } = fieldsOf(spec);
  const isOpen = (rule: Fields): boolean => {
    const peers = listOf(rule.from ?? rule.to);
    return peers.length === 0 || peers.some(({ ipBlock, namespaceSelector }) => ipBlock !== undefined || namespaceSelector !== undefined);
  };
  return (
    !given.some((one) => one.kind === kind && one.metadata.namespace === namespace) && ![...listOf(ingress), ...listOf(egress)].some(isOpen)
  );
}

/** A rule with the defaults of the API server. */
function ruleText(rule: Fields): string {
  const ports = listOf(rule.ports).map((port) => ({ protocol: 'TCP', ...port }));
  return stringify({ ...rule, ...(ports.length > 0 ? { ports } : {}) }) ?? '';
}

/** Whether a limit is removed. */
function isLoosened({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  return Object.keys(fieldsOf(fieldsOf(was).hard)).some((name) => !(name in fieldsOf(fieldsOf(is).hard)));
}

/** Whether a new object opens an address outside of the cluster: a port of the nodes, or all hosts that nobody else has. */
function isReachedFromOutside({ kind, spec }: KubernetesObject, setting: Setting): boolean {
  const { type, rules, defaultBackend, hostnames, host, wildcardPolicy, volumeName, dataSource, dataSourceRef } = fieldsOf(spec);
  if (setting === BACKENDS) return type === 'NodePort' || type === 'LoadBalancer' || type === 'ExternalName';
  if (kind === 'PersistentVolumeClaim') return [volumeName, dataSource, dataSourceRef].some((each) => each !== undefined && each !== '');
  const hosts = kind === 'Ingress' ? listOf(rules).map((rule) => rule.host ?? '*') : kind === 'Route' ? [host ?? ''] : hostnames;
  const isAny = Array.isArray(hosts) && hosts.some((each) => String(each).startsWith('*'));
  return ROUTES.has(kind) && (isAny || defaultBackend !== undefined || wildcardPolicy === 'Subdomain');
}

const ROUTES: ReadonlySet<string> = new Set(['GRPCRoute', 'HTTPRoute', 'Ingress', 'Route', 'TLSRoute']);

/** Whether a Service keeps all of its ports and other fields, and only has more ports. */
function onlyAddsPorts({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const { ports: before, ...old } = fieldsOf(was);
  const { ports: after, ...now } = fieldsOf(is);
  const known = new Set(listOf(after).map(leadOfPort));
  return (
    BACKENDS_ONLY.every((field) => sortedText(old[field]) === sortedText(now[field])) &&
    listOf(before).every((port) => known.has(leadOfPort(port)))
  );
}

/** Where a port leads. */
function leadOfPort({ name: _, appProtocol: __, ...port }: Fields): string {
  return sortedText({ protocol: 'TCP', targetPort: port.port, ...port });
}

const BACKENDS_ONLY = ['externalName', 'loadBalancerSourceRanges', 'selector', 'type'] as const;

/** Whether a port leads where the port of this number or name led; another number is one that no client uses yet. */
function leadsAsBefore(port: Fields, ports: readonly Fields[]): boolean {
  const old = ports.filter((each) => each.port === port.port || (each.name !== undefined && each.name === port.name));
  const endOf = ({ protocol = 'TCP', targetPort, port: own }: Fields): string => sortedText([protocol, targetPort ?? own]);
  return old.every((each) => endOf(each) === endOf(port));
}

/** Whether a Service becomes one that is reachable only within the cluster, or has other ports; the ports that stay lead where they led. */
function isReachedByFewer({ spec: was }: KubernetesObject, { spec: is }: KubernetesObject): boolean {
  const { type: _, ...others } = fieldsOf(was);
  const { type = 'ClusterIP', ...left } = fieldsOf(is);
  return (
    type === 'ClusterIP' &&
    (['externalName', 'selector'] as const).every((field) => stringify(others[field]) === stringify(left[field])) &&
    listOf(left.ports).every((port) => leadsAsBefore(port, listOf(others.ports)))
  );
}

/** Whether a NetworkPolicy allows nothing: policies add up, so it only closes. */
function closes({ spec }: KubernetesObject): boolean {
  const { ingress, egress } = fieldsOf(spec);
  return isEmpty(ingress) && isEmpty(egress);
}

function makesToken(value: unknown): boolean {
  return isIn(value, (inner, at) => at.at(-1) === 'type' && TOKEN_TYPES.has(inner));
}

function isEmpty(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

/** Whether a field is part of the setting. */
function counts({ counts: list, only, harmless = [] }: Setting, at: FieldPath): boolean {
  const [first, second] = at;
  if (at.some((_, index) => isHarmless(at.slice(0, index + 1), harmless))) return false;
  if (first === 'metadata') return list !== undefined && second === list;
  return first !== 'status' && (only === undefined || (first === 'spec' && only.includes(String(second))));
}

/** The content that decides: without names, and without labels and annotations unless they count; the order of fields does not matter. */
function content(
  { apiVersion: _, kind: __, metadata, status: ____, ...fields }: KubernetesObject,
  { counts, only, harmless = [] }: Setting,
  instead: Readonly<Record<string, unknown>> = {},
): string {
  const spec = fieldsOf(fields.spec);
  const all = counts ? [fields, metadata[counts] ?? {}] : only ? only.map((field) => spec[field] ?? null) : fields;
  const written = (value: unknown, at: FieldPath): unknown => {
    // A step of a rollout with nothing but harmless fields counts for nothing.
    if (Array.isArray(value)) {
      const entries = value.map((each, index) => written(each, [...at, index]));
      return harmless.length === 0 ? entries : entries.filter((entry, index) => !isLeftEmpty(value[index], entry));
    }
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([field]) => !isHarmless([...at, field], harmless));
    return Object.fromEntries(
      kept.map(([field, inner]) => [field, Object.hasOwn(instead, field) ? instead[field] : written(inner, [...at, field])]),
    );
  };
  return stringify(written(all, [])) ?? '';
}

/** Whether an entry had fields, and all of them are harmless. */
function isLeftEmpty(entry: unknown, left: unknown): boolean {
  return Object.keys(fieldsOf(entry)).length > 0 && !Array.isArray(left) && typeof left === 'object' && sortedText(left) === '{}';
}

/** Mappings whose keys are not fields, but names that somebody chose: a label can be called `message`. */
const OF_NAMES = /^(?:annotations|data|labels|matchLabels|nodeSelector|parameters|stringData|\w*[sS]elector)$/;

/** Contents of other objects and of programs: what is called `message` there can be anything. */
const OF_CONTENTS = /^(?:anyPattern|manifests?|object\w*|overlay|patch\w*|pattern|raw|resources?|template|value|values\w*)$/;
/** Fields whose own fields are known. */
const KNOWN_PARENTS: ReadonlySet<unknown> = new Set(['deny', 'items', 'openAPIV3Schema', 'validate']);

/** Whether a path ends at a text for people: in `spec`, in an entry of a list, or in the schema of a field. */
function isDescribing(at: FieldPath): boolean {
  const [ofSchema, parent, field] = at.slice(-3).length === 3 ? at.slice(-3) : [undefined, ...at.slice(-2)];
  if (!DESCRIBING.includes(String(at.length === 1 ? at[0] : field)) || at.some((step) => OF_CONTENTS.test(String(step)))) return false;
  const isInSchema = ofSchema === 'properties' && at.includes('openAPIV3Schema');
  return at.length === 1 || (at.length === 2 && parent === 'spec') || typeof parent === 'number' || KNOWN_PARENTS.has(parent) || isInSchema;
}

/** Whether a path ends at a field that decides nothing. */
function isHarmless(at: FieldPath, harmless: readonly string[]): boolean {
  const field = at.at(-1);
  if (typeof field !== 'string' || OF_NAMES.test(String(at.at(-2) ?? ''))) return false;
  return isDescribing(at) || harmless.includes(field);
}
