/**
 * All settings, each once. The options of the commands, the configuration file and its schema, the KRM function and its schema, the
 * inputs of the action, the props of the constructs and the table in the documentation are generated from it, or compared with it.
 */

import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../../base/kubernetes/names.js';
import type { RegistryRewrite } from '../images/pods.js';
import { registryRewrite } from '../images/registry-rewrite.js';
import { isImagePlace, placesNamed } from '../model/catalog-option.js';
import { type FailOn, type FailOnRules, SEVERITIES, TIERS, type Tier } from '../model/finding.js';
import { CERTIFICATE_CHOICES, type ExistingIssuer } from '../model/install-options.js';
import { type PlatformSetting, PROFILE_NAMES } from '../model/names.js';
import { type Namespace, namespace } from '../model/operator-group.js';
import type { RepositoryOption } from '../model/repository-options.js';
import type { RemoteFolder } from '../model/unread-file.js';
import { OLM_V0_RANGE } from '../model/versions.js';
import type { Applier } from '../render/applier-binding.js';
import { EMIT_SETS, type EmitSet } from '../render/rendered.js';
import { choice, flag, list, optionName, type Setting, text, type ValueOf } from './setting.js';
import { VALUES } from './values.js';

/** Commands that judge operators by a profile. */
const JUDGING = ['render', 'check', 'review', 'gate', 'images', 'who-can', 'can-i', 'explain', 'drift', 'baseline'];
/** Commands that read a cluster. */
const READING = [...JUDGING, 'resolve', 'upgrades', 'lock'];
const DELIVERING = ['render'];

const CLUSTER = {
  profile: choice(PROFILE_NAMES, {
    decides: 'cluster',
    placeholder: '<name>',
    description: `whose rules to apply: OLM ${OLM_V0_RANGE} (default), OLM's documents (with --install), or OLM v1 (with ClusterExtensions)`,
    commands: JUDGING,
    ofHead: 'the profile of HEAD, if different: olm-v1 for a move to OLM v1',
    action: true,
    krm: PROFILE_NAMES.filter((name) => name !== 'olm-v1'),
    constructs: 'OlmCluster',
  }),
  platform: text<PlatformSetting>({
    decides: 'cluster',
    placeholder: '<platform>',
    description: 'the platform of the cluster: olm, openshift, or openshift@4.N, which also sets the versions',
    ...VALUES.platform,
    isRare: true,
    commands: [...READING, 'plans', 'init'],
    ofHead: '--platform of HEAD, for an upgrade of the cluster',
    action: true,
    krm: true,
    constructs: 'OlmCluster',
  }),
  olmVersion: text({
    decides: 'cluster',
    placeholder: '<version>',
    description: 'the version of OLM on the cluster (default: that of the platform, or the newest)',
    ...VALUES.olmVersion,
    isRare: true,
    commands: [...READING, 'plans'],
    ofHead: '--olm-version of HEAD, for an upgrade of the cluster',
    action: true,
    krm: true,
    constructs: 'OlmCluster',
  }),
  kubeVersion: text({
    decides: 'cluster',
    placeholder: '<version>',
    description: 'the version of Kubernetes on the cluster (default: that of the platform, or 1.32.0)',
    ...VALUES.kubeVersion,
    isRare: true,
    commands: [...READING, 'plans'],
    ofHead: '--kube-version of HEAD, for an upgrade of the cluster',
    action: true,
    krm: true,
    constructs: 'OlmCluster',
  }),
  catalog: list<string>({
    decides: 'cluster',
    placeholder: '<place>',
    description:
      'a catalog, or a folder of catalogs or bundles, in addition to the input; NAME=PLACE gives it a name; for lock, PLACE can be an image; repeatable',
    read: nonEmpty,
    expected: 'a file, a folder or NAME=PLACE',
    paths: (given) =>
      placesNamed(given)
        .map((path, index, all) => ({ path, isPerhaps: index < all.length - 1 }))
        .filter(({ path }) => !isImagePlace(path)),
    isRare: true,
    commands: READING,
    action: true,
    krm: true,
    constructs: 'the construct Catalog',
  }),
  globalCatalogNamespace: text({
    decides: 'cluster',
    placeholder: '<name>',
    description: 'the namespace whose catalogs every namespace can use (default: the one that most Subscriptions name)',
    ...VALUES.globalCatalogNamespace,
    isRare: true,
    commands: READING,
    action: true,
    krm: true,
    constructs: 'OlmCluster',
  }),
  assumeNamespace: list<Namespace>({
    decides: 'cluster',
    placeholder: '<namespace>',
    description: 'a namespace that exists but is not in the input: NAME or NAME:label=value,label=value; repeatable',
    read: assumedNamespace,
    expected: 'NAME or NAME:label=value,label=value',
    isRare: true,
    commands: JUDGING,
    action: true,
    krm: true,
    constructs: 'addNamespace(…, { existing: true })',
  }),
} satisfies Record<string, Setting>;

const INPUT = {
  remote: list<RemoteFolder>({
    decides: 'input',
    placeholder: '<url=folder>',
    description:
      'a folder instead of a remote base, such as https://github.com/example/bases=../bases; its revision is not verified; repeatable',
    read: (given) => some(remoteFolder(given)),
    expected: 'URL=FOLDER, with the URL as in kustomizations, without ?ref=',
    paths: (given) => [{ path: given.slice(given.indexOf('=') + 1) }],
    isRare: true,
    commands: [...JUDGING, 'resolve', 'upgrades'],
  }),
  exclude: list<string>({
    decides: 'input',
    placeholder: '<glob>',
    description: 'files and folders not to read, such as tests/** or **/testdata; repeatable',
    read: nonEmpty,
    expected: 'a path; * matches any characters of a name, and ** any folders',
    isRare: true,
    commands: [...READING],
  }),
  lenient: flag({
    decides: 'input',
    description: 'report unambiguous input errors as warnings (for a duplicate key, the last value wins)',
    default: false,
    isRare: true,
    commands: READING,
    krm: true,
  }),
  dependencies: flag({
    decides: 'input',
    description: 'leave out operators that OLM installs only as dependencies',
    meaning: 'whether operators that others need are installed with them',
    default: true,
    isRare: true,
    commands: ['render', 'check', 'review', 'gate', 'drift', 'lock'],
    krm: true,
    constructs: 'OlmCluster',
  }),
} satisfies Record<string, Setting>;

const RESULT = {
  only: list<EmitSet>({
    decides: 'result',
    placeholder: '<sets>',
    description: `what to render, comma-separated: ${EMIT_SETS.join(', ')} (default: everything except install)`,
    choices: EMIT_SETS,
    read: emitSets,
    expected: `some of ${EMIT_SETS.join(', ')}, comma-separated`,
    commands: ['render', 'drift'],
    krm: true,
    constructs: 'OlmCluster',
  }),
  install: flag({
    decides: 'result',
    description: 'without OLM: render all that the operators need',
    commands: ['render', 'check', 'review', 'gate'],
    ofHead: 'HEAD runs its operators without OLM: also show permissions gained and lost, and steps',
    krm: true,
    constructs: 'OlmCluster',
  }),
  certificates: choice(CERTIFICATE_CHOICES, {
    decides: 'result',
    placeholder: '<provider>',
    description: 'who creates the certificates of webhooks (default: cert-manager; service-ca on OpenShift)',
    implies: { install: true },
    commands: ['render', 'check'],
    krm: true,
    constructs: 'install.certificates',
  }),
  issuer: text<ExistingIssuer>({
    decides: 'result',
    placeholder: '<issuer>',
    description: 'an existing issuer of cert-manager: [Kind/]NAME',
    read: existingIssuer,
    expected: 'NAME, Issuer/NAME or ClusterIssuer/NAME',
    implies: { install: true },
    isRare: true,
    commands: ['render', 'check'],
    krm: true,
    constructs: 'install.issuer',
  }),
  descoped: flag({
    decides: 'result',
    description:
      'install operators that only support AllNamespaces without a global OperatorGroup; groups decide where their roles are bound',
    implies: { install: true },
    isRare: true,
    commands: ['render', 'check'],
    krm: true,
    constructs: 'install.descoped',
  }),
  argocd: flag({
    decides: 'result',
    description: 'add sync waves and sync options for Argo CD',
    implies: { install: true },
    commands: DELIVERING,
    krm: true,
    constructs: 'finishing.argocd',
  }),
  imageRegistry: list<RegistryRewrite>({
    decides: 'result',
    placeholder: '<from=to>',
    description: 'take images of one registry from another; repeatable',
    read: (given) => some(registryRewrite(given)),
    expected: 'FROM=TO, such as quay.io=mirror.example.com/quay',
    implies: { install: true },
    isRare: true,
    commands: DELIVERING,
    krm: true,
    constructs: 'finishing.imageRegistries',
  }),
  pullSecret: list<string>({
    decides: 'result',
    placeholder: '<name>',
    description: 'a Secret that every ServiceAccount pulls images with; repeatable',
    read: nonEmpty,
    expected: 'the name of a Secret',
    isRare: true,
    commands: DELIVERING,
    krm: true,
    constructs: 'finishing.pullSecrets',
  }),
  status: flag({
    decides: 'result',
    description: 'leave out the status, which the API server drops when the files are applied',
    meaning: 'whether to keep the status, which the API server drops when the files are applied',
    default: true,
    isRare: true,
    commands: DELIVERING,
    krm: true,
  }),
  applier: text<Applier>({
    decides: 'result',
    placeholder: '<namespace/name>',
    description:
      'also write applier.k8s.yaml, for an administrator: the permissions that this ServiceAccount needs to apply the other files',
    read: applier,
    expected: 'a ServiceAccount as NAMESPACE/NAME, such as flux-system/kustomize-controller',
    isRare: true,
    commands: DELIVERING,
  }),
  installers: flag({
    decides: 'result',
    description:
      'also write installers.k8s.yaml, for an administrator: the permissions that the ServiceAccounts of OperatorGroups and ClusterExtensions need to install',
    isRare: true,
    commands: DELIVERING,
    constructs: 'OlmCluster',
  }),
} satisfies Record<string, Setting>;

const FAIL_ON_WORDS = [...SEVERITIES, 'never'] as const;
const GRANTS_MORE = 'grants-more';

const JUDGEMENT = {
  failOn: text<FailOn | FailOnRules>({
    decides: 'judgement',
    placeholder: '<severity,id>',
    description: `findings that make the run fail: ${FAIL_ON_WORDS.join(', ')}, or ids; for review also grants-more[=TIER]`,
    offered: [...FAIL_ON_WORDS, ...TIERS.map((tier) => (tier === 'none' ? GRANTS_MORE : `${GRANTS_MORE}=${tier}`))],
    read: failOn,
    expected: `one of ${FAIL_ON_WORDS.join(', ')}, ids of docs/findings.md, and ${GRANTS_MORE} or ${GRANTS_MORE}=${TIERS.slice(1).join('|')}, comma-separated`,
    default: 'error',
    commands: ['render', 'check', 'review', 'gate'],
    action: true,
    krm: true,
    constructs: 'OlmCluster',
  }),
  allowFailed: flag({
    decides: 'judgement',
    description: 'accept failed and uncertain CSVs; the result has the objects that OLM leaves on the cluster',
    default: false,
    commands: ['render', 'check'],
    krm: true,
    constructs: 'OlmCluster',
  }),
  allowUnknownOperators: flag({
    decides: 'judgement',
    description: 'with --install or --profile olm-v1: continue without unknown operators',
    default: false,
    isRare: true,
    commands: ['render'],
    krm: true,
  }),
  baseline: text({
    decides: 'judgement',
    placeholder: '<file>',
    description: 'accepted risks and findings (default: .cdk8s-olm.yaml of BASE, if there is one)',
    read: (given: string) => given,
    expected: 'a file',
    commands: ['review', 'gate', 'baseline'],
    action: true,
  }),
} satisfies Record<string, Setting>;

const RUN = {
  cache: text({
    decides: 'run',
    placeholder: '<folder>',
    description: 'a folder outside of the repository that keeps built kustomizations; jobs can share it',
    read: (given: string) => given,
    expected: 'a folder',
    isRare: true,
    variable: 'CDK8S_OLM_CACHE',
    commands: [...JUDGING, 'resolve', 'upgrades'],
    action: true,
  }),
  documentation: text({
    decides: 'run',
    placeholder: '<address>',
    description:
      'where reports link to: the address of the folder that contains findings/ID.md, or one that ends with /ID.html for a site (default: that of the project)',
    read: (given: string) => (/^https?:\/\/[^\s<>"]+$/.test(given) ? given : undefined),
    expected: 'an address that begins with https:// or http://',
    isRare: true,
    variable: 'CDK8S_OLM_DOCUMENTATION',
    commands: ['review', 'gate', 'report'],
  }),
} satisfies Record<string, Setting>;

/** The table of all settings. */
export const SETTINGS = { ...CLUSTER, ...INPUT, ...RESULT, ...JUDGEMENT, ...RUN };

export type SettingName = keyof typeof SETTINGS;

/** All settings with their names, in the order of the table. */
export const SETTING_LIST = Object.entries<Setting>(SETTINGS) as [SettingName, Setting][];

/** The given values of some settings. */
export type Given<N extends SettingName> = { readonly [K in N]?: ValueOf<(typeof SETTINGS)[K]> };

/** Settings that can differ between the clusters of a repository, in addition to their catalogs. */
const OF_ONE_CLUSTER: readonly SettingName[] = ['platform', 'olmVersion', 'kubeVersion'];

/** The options of the configuration file, by their command-line names: all settings except those of judgement and of the run. */
export const REPOSITORY_OPTIONS: Readonly<Record<string, RepositoryOption>> = Object.fromEntries(
  SETTING_LIST.filter(([, { decides }]) => decides !== 'judgement' && decides !== 'run').map(([name, setting]) => {
    const { shape, description, choices, paths } = setting;
    const ofCluster = OF_ONE_CLUSTER.includes(name) ? { ofCluster: textOf(setting) } : {};
    return [
      optionName(name, setting),
      { shape, description, ...(choices && shape === 'text' ? { choices } : {}), ...(paths ? { paths } : {}), ...ofCluster },
    ];
  }),
);

function textOf({ read, expected = '' }: Setting): NonNullable<RepositoryOption['ofCluster']> {
  return { isValid: (text) => read?.(text) !== undefined, expected };
}

function some<T>(value: T | undefined): readonly T[] | undefined {
  return value === undefined ? undefined : [value];
}

function nonEmpty(given: string): readonly string[] | undefined {
  return given === '' ? undefined : [given];
}

function assumedNamespace(given: string): readonly Namespace[] | undefined {
  const [name = '', labels = ''] = given.split(/:(.*)/s);
  const pairs = labels === '' ? [] : labels.split(',').map((pair) => pair.split(/=(.*)/s));
  const areLabels = pairs.every(([key = '', value]) => isQualifiedName(key) && value !== undefined && isLabelValue(value));
  if (!isDnsLabel(name) || !areLabels) return undefined;
  return [namespace(name, Object.fromEntries(pairs.map(([key, value = '']) => [key, value])))];
}

function remoteFolder(given: string): RemoteFolder | undefined {
  const [url = '', folder = ''] = given.split(/=(.*)/s);
  return /^[^\s?]+[/:][^\s?]+$/.test(url) && folder !== '' ? { url, folder } : undefined;
}

function emitSets(given: string): readonly EmitSet[] | undefined {
  const sets = given.split(',').map((name) => EMIT_SETS.find((known) => known === name.trim()));
  return sets.every((set) => set !== undefined) ? sets : undefined;
}

const ISSUER = /^(?:(Issuer|ClusterIssuer)\/)?([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)$/;

function existingIssuer(given: string): ExistingIssuer | undefined {
  const [, kind = 'Issuer', name] = ISSUER.exec(given) ?? [];
  return name === undefined ? undefined : { kind: kind as ExistingIssuer['kind'], name };
}

function applier(given: string): Applier | undefined {
  const [home = '', name = '', ...more] = given.split('/');
  return isDnsLabel(home) && isDnsSubdomain(name) && more.length === 0 ? { namespace: home, name } : undefined;
}

/** The severity and ids of a text. Ids alone keep the default severity. The command line checks that each id has a rule. */
function failOn(given: string): FailOn | FailOnRules | undefined {
  const words = given.split(',').map((word) => word.trim());
  const isSeverity = (word: string): word is FailOn => FAIL_ON_WORDS.some((one) => one === word);
  const [severity = 'error', ...others] = words.filter(isSeverity);
  const [grantsMore, ...more] = words.flatMap((word) => tierWord(word) ?? []);
  const ids = words.filter((word) => !isSeverity(word) && tierWord(word) === undefined);
  if (others.length + more.length > 0 || ids.some((id) => !/^[a-z][a-z0-9-]*$/.test(id))) return undefined;
  if (grantsMore !== undefined) return { severity, ids, grantsMore };
  return ids.length === 0 ? severity : { severity, ids };
}

/** The tier of a word. `grants-more` without a tier includes every permission. */
function tierWord(word: string): Tier | undefined {
  if (word === GRANTS_MORE) return 'none';
  return TIERS.slice(1).find((tier) => word === `${GRANTS_MORE}=${tier}`);
}
