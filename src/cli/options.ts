/** Defines options of several commands: those of the settings table, those that place one bundle, and those of one run. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { isDnsLabel } from '../base/kubernetes/names.js';
import { FORMATS } from '../base/manifest/format-writers.js';
import { printable } from '../base/manifest/printable.js';
import type { FailOn, FailOnRules } from '../olm/model/finding.js';
import type { InstallOptions } from '../olm/model/install-options.js';
import type { Watched } from '../olm/model/progress.js';
import type { ProfileName } from '../olm/render/index.js';
import { optionName, type Setting } from '../olm/settings/setting.js';
import { type Given, SETTING_LIST, SETTINGS, type SettingName } from '../olm/settings/table.js';
import type { Placement } from '../repository/index.js';
import { ruleOf } from '../review/index.js';
import { rare, several } from './help.js';

export const INPUT_HELP = 'a file or folder of manifests, bundles and catalogs, or - for standard input';

export const VERB_HELP = 'such as get or create; read or write';
export const RESOURCE_HELP = 'such as pods, pods/exec, deploy, deployments.apps, a kind, or a URL path';

/** The options about the cluster. */
export type ClusterFlags = Given<'catalog' | 'platform' | 'olmVersion' | 'kubeVersion' | 'globalCatalogNamespace' | 'assumeNamespace'>;

/** Settings with a default, which therefore always have a value. */
type WithDefault = 'lenient' | 'dependencies' | 'failOn' | 'allowFailed' | 'allowUnknownOperators' | 'status';

/** Settings as options of a command line. */
export type SettingFlags<N extends SettingName> = Given<Exclude<N, WithDefault>> & Required<Given<Extract<N, WithDefault>>>;

/** The options about the cluster, and about reading the input. */
export type InputFlags = ClusterFlags & Watched & SettingFlags<'profile' | 'lenient' | 'dependencies'>;

/** The options that make a run fail. */
export type FailFlags = SettingFlags<'failOn' | 'allowFailed'>;

/** Adds all settings of the command in the table. */
export function addSettings(command: Command): Command {
  for (const [name, { commands, ofHead }] of SETTING_LIST) {
    if (!commands.includes(command.name())) continue;
    command.addOption(settingOption(name));
    if (ofHead !== undefined && command.name() === 'review') command.addOption(settingOption(name, ofHead));
  }
  return ['review', 'gate'].includes(command.name()) ? command : command.hook('preAction', refuseGrantsMore);
}

/** Refuses `--fail-on grants-more` without two states to compare. */
function refuseGrantsMore(command: Command): void {
  const { failOn } = command.opts<{ failOn?: FailOn | FailOnRules }>();
  if (typeof failOn === 'object' && failOn.grantsMore !== undefined)
    command.error("error: '--fail-on grants-more' is an option of review, which compares two states");
}

/** The options about HEAD's cluster. */
export interface HeadClusterFlags {
  readonly headPlatform?: ClusterFlags['platform'];
  readonly headOlmVersion?: string;
  readonly headKubeVersion?: string;
}

/** The options for HEAD. On another platform, the versions of BASE do not apply. */
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

/** An option with values that a shell offers. */
export class OfferingOption extends Option {
  constructor(
    flags: string,
    description: string,
    readonly offered: readonly string[] = [],
  ) {
    super(flags, description);
  }
}

/** The values that a shell offers, if any. */
export function offeredBy(option: Option): readonly string[] {
  return option.argChoices ?? (option instanceof OfferingOption ? option.offered : []);
}

/**
 * Makes an option of a setting.
 *
 * @param ofHead the description of the option's variant for HEAD
 */
export function settingOption(name: SettingName, ofHead?: string): Option {
  const setting: Setting = SETTINGS[name];
  const { description, placeholder, choices, implies, isRare, shape } = setting;
  const long = `--${ofHead === undefined ? '' : 'head-'}${optionName(name, setting)}`;
  const option = new OfferingOption(placeholder === undefined ? long : `${long} ${placeholder}`, ofHead ?? description, setting.offered);
  if (shape === 'text' && choices) option.choices(choices);
  else if (setting.read) option.argParser((text: string, earlier: unknown) => valueGiven(text, setting, earlier, name === 'failOn'));
  // Commander has its own default for flags with `no-…`.
  if (ofHead === undefined && setting.default !== undefined && !(shape === 'flag' && setting.default === true))
    option.default(setting.default);
  if (setting.variable !== undefined) option.env(setting.variable);
  if (implies && ofHead === undefined) option.implies(implies);
  return isRare ? rare(option) : option;
}

/** @param earlier the earlier values of the same option; commander's default is no list */
function valueGiven(text: string, { read, expected, shape }: Setting, earlier: unknown, namesRules: boolean): unknown {
  const given = read?.(text);
  const value = namesRules && given !== undefined ? ofRules(given as FailOn | FailOnRules) : given;
  if (value === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
  return shape === 'list' && Array.isArray(earlier) ? [...(earlier as unknown[]), ...(value as unknown[])] : value;
}

/** The threshold with the current ids of rules; nothing if a rule does not exist. */
function ofRules(failOn: FailOn | FailOnRules): FailOn | FailOnRules | undefined {
  if (typeof failOn === 'string') return failOn;
  const ids = failOn.ids.flatMap((id) => ruleOf(id)?.id ?? []);
  return ids.length === failOn.ids.length ? { ...failOn, ids } : undefined;
}

export const formatOption = (description: string, choices: readonly string[] = FORMATS): Option =>
  new Option('--format <format>', description).choices(choices).default(choices[0]);

/** The formats of an answer, as kubectl names them. */
export const ANSWER_FORMATS = ['text', 'wide', 'name', 'json', 'yaml'] as const;

/** Adds `--format`, and `-o`, its name in kubectl: the last one given counts. */
export function addFormatOptions(command: Command, description: string, choices: readonly string[]): Command {
  return command
    .addOption(formatOption(description, choices))
    .addOption(new Option('-o, --output <format>', 'the same as --format, as in kubectl').choices(choices))
    .on('option:output', (format: string) => command.setOptionValueWithSource('format', format, 'cli'));
}

/** The threshold in the form of the command line. */
export function failOnText(threshold: FailOn | FailOnRules): string {
  if (typeof threshold === 'string') return threshold;
  const { severity, ids, grantsMore } = threshold;
  const tier = grantsMore === 'none' ? '' : `=${grantsMore}`;
  return [severity, ...ids, ...(grantsMore === undefined ? [] : [`grants-more${tier}`])].join(',');
}

export type InstallFlags = Given<'install' | 'certificates' | 'issuer' | 'descoped'>;

export type FinishingFlags = SettingFlags<
  'only' | 'argocd' | 'imageRegistry' | 'pullSecret' | 'applier' | 'installers' | 'status' | 'allowUnknownOperators'
>;

/** The options of an installation without OLM; undefined if OLM runs. */
export function installOptionsOf({ install, certificates, issuer, descoped }: InstallFlags): { install: InstallOptions | undefined } {
  if (!install) return { install: undefined };
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}

/** The options that place the only bundle of the input. */
export interface PlacementFlags {
  readonly installNamespace?: string;
  readonly watchNamespace?: readonly string[];
}

/** Adds the options that place one bundle without further manifests. */
export function addPlacementOptions(command: Command): Command {
  return command
    .addOption(new Option('--install-namespace <name>', 'install the one bundle of the input in this namespace'))
    .addOption(
      rare(
        new Option(
          '--watch-namespace <name>',
          'with --install-namespace: a namespace that the operator watches; repeatable (default: all, if it can)',
        ).argParser(several),
      ),
    )
    .hook('preAction', (_, action) => {
      const { installNamespace, watchNamespace, profile } = action.opts<PlacementFlags & { profile?: ProfileName }>();
      if (watchNamespace && installNamespace === undefined)
        action.error("error: option '--watch-namespace <name>' needs option '--install-namespace <name>'");
      // With OLM v1, invalid names get OLM v1's own message.
      const wrong =
        profile === 'olm-v1'
          ? undefined
          : [installNamespace, ...(watchNamespace ?? [])].find((name) => name !== undefined && !isDnsLabel(name));
      if (wrong !== undefined) action.error(`error: '${printable(wrong)}' is not the name of a namespace`);
    });
}

/** The placement of a bundle; nothing if the input defines it. */
export function placementOf(
  { installNamespace, watchNamespace = [] }: PlacementFlags,
  profile: ProfileName | undefined,
): { placement?: Placement } {
  if (installNamespace === undefined) return {};
  return { placement: { installNamespace, watchNamespaces: [...new Set(watchNamespace)], byOlmV1: profile === 'olm-v1' } };
}
