/** Options that several commands share: those of the table of settings, those that place one bundle, and those of one run. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { isDnsLabel } from '../base/kubernetes/names.js';
import { FORMATS } from '../base/manifest/format.js';
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

/** What a command line says of the cluster. */
export type ClusterFlags = Given<'catalog' | 'platform' | 'olmVersion' | 'kubeVersion' | 'globalCatalogNamespace' | 'assumeNamespace'>;

/** Settings with a default, which every command line gives therefore. */
type WithDefault = 'lenient' | 'dependencies' | 'failOn' | 'allowFailed' | 'allowUnknownOperators' | 'status';

/** Settings as a command line gives them. */
export type SettingFlags<N extends SettingName> = Given<Exclude<N, WithDefault>> & Required<Given<Extract<N, WithDefault>>>;

/** What a command line says of the cluster, and of how its input is read. */
export type InputFlags = ClusterFlags & Watched & SettingFlags<'profile' | 'lenient' | 'dependencies'>;

/** What makes a run fail. */
export type FailFlags = SettingFlags<'failOn' | 'allowFailed'>;

/** Adds all settings that the table has for the command. */
export function addSettings(command: Command): Command {
  for (const [name, { commands, ofHead }] of SETTING_LIST) {
    if (!commands.includes(command.name())) continue;
    command.addOption(settingOption(name));
    if (ofHead !== undefined && command.name() === 'review') command.addOption(settingOption(name, ofHead));
  }
  return command.name() === 'review' ? command : command.hook('preAction', refuseGrantsMore);
}

/** Who waits for a gain has to give two states. */
function refuseGrantsMore(command: Command): void {
  const { failOn } = command.opts<{ failOn?: FailOn | FailOnRules }>();
  if (typeof failOn === 'object' && failOn.grantsMore !== undefined)
    command.error("error: '--fail-on grants-more' is an option of review, which compares two states");
}

/** The same of HEAD. */
export interface HeadClusterFlags {
  readonly headPlatform?: ClusterFlags['platform'];
  readonly headOlmVersion?: string;
  readonly headKubeVersion?: string;
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

/** An option of which a shell offers some values. */
class OfferingOption extends Option {
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
 * A setting as an option.
 *
 * @param ofHead what it is called for HEAD, where it is meant for HEAD alone
 */
export function settingOption(name: SettingName, ofHead?: string): Option {
  const setting: Setting = SETTINGS[name];
  const { description, placeholder, choices, implies, isRare, shape } = setting;
  const long = `--${ofHead === undefined ? '' : 'head-'}${optionName(name, setting)}`;
  const option = new OfferingOption(placeholder === undefined ? long : `${long} ${placeholder}`, ofHead ?? description, setting.offered);
  if (shape === 'text' && choices) option.choices(choices);
  else if (setting.read) option.argParser((text: string, earlier: unknown) => valueGiven(text, setting, earlier, name === 'failOn'));
  // Commander has its own for what is switched off by `no-…`.
  if (ofHead === undefined && setting.default !== undefined && !(shape === 'flag' && setting.default === true))
    option.default(setting.default);
  if (setting.variable !== undefined) option.env(setting.variable);
  if (implies && ofHead === undefined) option.implies(implies);
  return isRare ? rare(option) : option;
}

/** @param earlier of the same option; what commander gives for a default is no list */
function valueGiven(text: string, { read, expected, shape }: Setting, earlier: unknown, namesRules: boolean): unknown {
  const given = read?.(text);
  const value = namesRules && given !== undefined ? ofRules(given as FailOn | FailOnRules) : given;
  if (value === undefined) throw new InvalidArgumentError(`Expected ${expected}.`);
  return shape === 'list' && Array.isArray(earlier) ? [...(earlier as unknown[]), ...(value as unknown[])] : value;
}

/** The threshold by the ids that rules have now; nothing if there is no such rule. */
function ofRules(failOn: FailOn | FailOnRules): FailOn | FailOnRules | undefined {
  if (typeof failOn === 'string') return failOn;
  const ids = failOn.ids.flatMap((id) => ruleOf(id)?.id ?? []);
  return ids.length === failOn.ids.length ? { ...failOn, ids } : undefined;
}

export const formatOption = (description: string, choices: readonly string[] = FORMATS): Option =>
  new Option('--format <format>', description).choices(choices).default(choices[0]);

/** The threshold as it was written. */
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

/** Nothing where OLM runs. */
export function installOptionsOf({ install, certificates, issuer, descoped }: InstallFlags): { install: InstallOptions | undefined } {
  if (!install) return { install: undefined };
  return { install: { ...(certificates ? { certificates } : {}), ...(issuer ? { issuer } : {}), ...(descoped ? { descoped } : {}) } };
}

/** Where the one bundle of the input is installed, as the command line names it. */
export interface PlacementFlags {
  readonly installNamespace?: string;
  readonly watchNamespace?: readonly string[];
}

/** Adds the options that place one bundle, without manifests around it. */
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
      // OLM v1 refuses other names in words of its own.
      const wrong =
        profile === 'olm-v1'
          ? undefined
          : [installNamespace, ...(watchNamespace ?? [])].find((name) => name !== undefined && !isDnsLabel(name));
      if (wrong !== undefined) action.error(`error: '${printable(wrong)}' is not the name of a namespace`);
    });
}

/** Where a bundle is placed; nothing where the input says it. */
export function placementOf(
  { installNamespace, watchNamespace = [] }: PlacementFlags,
  profile: ProfileName | undefined,
): { placement?: Placement } {
  if (installNamespace === undefined) return {};
  return { placement: { installNamespace, watchNamespaces: [...new Set(watchNamespace)], byOlmV1: profile === 'olm-v1' } };
}
