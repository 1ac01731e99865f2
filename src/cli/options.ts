/** Options that several commands share. */
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { FINDING_RULES } from '../findings/all-rules.js';
import { isDnsLabel, isDnsSubdomain, isLabelValue, isQualifiedName } from '../kubernetes/names.js';
import { FORMATS } from '../manifest/format.js';
import { type FailOn, type FailOnRules, SEVERITIES } from '../model/finding.js';
import { type Namespace, namespace } from '../model/namespace.js';
import type { PlatformSetting } from '../model/platform.js';
import type { Applier } from '../render/applier.js';
import { DEFAULT_PROFILE, PROFILES } from '../render/index.js';
import { EMIT_SETS, type EmitSet } from '../render/rendered.js';
import { CLUSTER_SETTINGS, KUBE_VERSION, type Setting } from '../settings/cluster.js';
import { rare } from './help.js';

export const INPUT_HELP = 'a file or folder of manifests, bundles and catalogs, or - for standard input';

export const VERB_HELP = 'such as get or create; read or write';
export const RESOURCE_HELP = 'such as pods, pods/exec, deploy, deployments.apps, a kind, or a URL path';

export const profileOption = (): Option =>
  new Option('--profile <name>', 'the behaviour to follow: OLM as documented, OLM v0.30.0 name for name, or OLM v1')
    .choices(Object.keys(PROFILES))
    .default(DEFAULT_PROFILE);

/** What a command line says of the cluster. */
export interface ClusterFlags {
  readonly catalog?: readonly string[];
  readonly platform?: PlatformSetting;
  readonly olmVersion?: string;
  readonly kubeVersion?: string;
}

/** Adds the options that say what is on the cluster, and in which versions. */
export function addClusterOptions(command: Command): Command {
  return addVersionOptions(command).addOption(catalogOption());
}

/** Adds the options that say what the platform is, and which versions the cluster has. */
export function addVersionOptions(command: Command): Command {
  for (const setting of CLUSTER_SETTINGS) command.addOption(settingOption(setting));
  return command;
}

export const catalogOption = (): Option =>
  rare(
    new Option(
      '--catalog <path>',
      'a catalog, or a folder of catalogs or bundles, beside the input: operators are taken from it; may be given several times',
    ).argParser((place: string, earlier: readonly string[] = []) => [...earlier, ...pathsOf(place)]),
  );

/** What `lock` reads as `NAME=PLACE` can stand in the configuration file: of its places, the paths count, and an image is what the lock says. */
function pathsOf(place: string): string[] {
  const [, named] = /^[\w.-]+(?:\/[\w.-]+)?=(.+)$/.exec(place) ?? [];
  if (named === undefined || existsSync(place)) return [place];
  return existsSync(named) ? [named] : [];
}

/** The same of HEAD. */
export interface HeadClusterFlags {
  readonly headPlatform?: PlatformSetting;
  readonly headOlmVersion?: string;
  readonly headKubeVersion?: string;
}

/** Adds the options that say the same of HEAD. */
export function addHeadClusterOptions(command: Command): Command {
  for (const setting of CLUSTER_SETTINGS) command.addOption(settingOption(setting, 'head-'));
  return command;
}

/** The options for HEAD. Where its platform is another, the versions of BASE say nothing of it. */
export function headOptions<T extends ClusterFlags & HeadClusterFlags>(
  options: T,
): Omit<T, 'platform' | 'olmVersion' | 'kubeVersion'> & ClusterFlags {
  const { platform, olmVersion, kubeVersion, ...others } = options;
  const { headPlatform = platform, headOlmVersion, headKubeVersion } = options;
  const isAnother = headPlatform !== platform;
  const release = headOlmVersion ?? (isAnother ? undefined : olmVersion);
  const kubernetes = headKubeVersion ?? (isAnother ? undefined : kubeVersion);
  return {
    ...others,
    ...(headPlatform === undefined ? {} : { platform: headPlatform }),
    ...(release === undefined ? {} : { olmVersion: release }),
    ...(kubernetes === undefined ? {} : { kubeVersion: kubernetes }),
  };
}

export const kubeVersionOption = (): Option => settingOption(KUBE_VERSION);

/** @param prefix of another state than the first, such as `head-` */
export function settingOption({ option, placeholder, description, isValid, expected }: Setting, prefix = ''): Option {
  const about = prefix === '' ? description : `--${option} of HEAD, for an upgrade of the cluster`;
  return rare(
    new Option(`--${prefix}${option} ${placeholder}`, about).argParser((text: string) => {
      if (!isValid(text)) throw new InvalidArgumentError(`Expected ${expected}.`);
      return text;
    }),
  );
}

export const formatOption = (description: string, choices: readonly string[] = FORMATS): Option =>
  new Option('--format <format>', description).choices(choices).default(choices[0]);

export const failOnOption = (): Option =>
  new Option(
    '--fail-on <severity,id>',
    `what makes the run fail: ${[...SEVERITIES, 'never'].join(', ')}; or an id, such as unknown-operator`,
  )
    .argParser(failOn)
    .default('error');

/** Ids alone leave the severity as it is by default. */
function failOn(text: string): FailOn | FailOnRules {
  const words = text.split(',').map((word) => word.trim());
  const isSeverity = (word: string): word is FailOn => word === 'never' || SEVERITIES.some((one) => one === word);
  const [severity = 'error', ...others] = words.filter(isSeverity);
  const ids = words.filter((word) => !isSeverity(word));
  const unknown = ids.find((id) => !FINDING_RULES.some((rule) => rule.id === id));
  if (unknown !== undefined || others.length > 0)
    throw new InvalidArgumentError(`Expected one of ${[...SEVERITIES, 'never'].join(', ')}, and ids of docs/findings.md, comma-separated.`);
  return ids.length === 0 ? severity : { severity, ids };
}

/** The threshold as it was written. */
export function failOnText(threshold: FailOn | FailOnRules): string {
  return typeof threshold === 'string' ? threshold : [threshold.severity, ...threshold.ids].join(',');
}

export const allowFailedOption = (): Option =>
  new Option('--allow-failed', 'accept failed and uncertain CSVs; the result is what OLM leaves in the cluster').default(false);

export const quietOption = (): Option => new Option('-q, --quiet', 'print only what makes the run fail').default(false);

export const lenientOption = (): Option =>
  rare(new Option('--lenient', 'report unambiguous input errors as warnings (for a duplicate key, the last value wins)').default(false));

export const dependenciesOption = (): Option =>
  rare(new Option('--no-dependencies', 'leave out operators that no Subscription asks for and OLM installs because others need them'));

export const onlyOption = (): Option =>
  new Option('--only <sets>', `what to render, comma-separated: ${EMIT_SETS.join(', ')} (default: everything except install)`).argParser(
    emitSets,
  );

function emitSets(text: string): EmitSet[] {
  return text.split(',').map((name) => {
    const set = EMIT_SETS.find((known) => known === name.trim());
    if (!set) throw new InvalidArgumentError(`Allowed values: ${EMIT_SETS.join(', ')}.`);
    return set;
  });
}

export const applierOption = (): Option =>
  rare(
    new Option(
      '--applier <namespace/name>',
      'also write applier.k8s.yaml: what this ServiceAccount needs to apply the rest, for an administrator to apply',
    ).argParser(applier),
  );

function applier(text: string): Applier {
  const [namespace = '', name = '', ...more] = text.split('/');
  if (!isDnsLabel(namespace) || !isDnsSubdomain(name) || more.length > 0)
    throw new InvalidArgumentError('Expected a ServiceAccount as NAMESPACE/NAME, such as flux-system/kustomize-controller.');
  return { namespace, name };
}

export const assumeNamespaceOption = (): Option =>
  rare(
    new Option(
      '--assume-namespace <namespace>',
      'a namespace that is made elsewhere, such as by Helm, as NAME or NAME:label=value,label=value; may be given several times',
    ).argParser(assumedNamespace),
  );

function assumedNamespace(text: string, earlier: readonly Namespace[] = []): Namespace[] {
  const [name = '', labels = ''] = text.split(/:(.*)/s);
  const pairs = labels === '' ? [] : labels.split(',').map((pair) => pair.split(/=(.*)/s));
  const areLabels = pairs.every(([key = '', value]) => isQualifiedName(key) && value !== undefined && isLabelValue(value));
  if (!isDnsLabel(name) || !areLabels) throw new InvalidArgumentError('Expected NAME or NAME:label=value,label=value.');
  return [...earlier, namespace(name, Object.fromEntries(pairs.map(([key, value = '']) => [key, value])))];
}
