/** Options that place one bundle, for an input without the manifests that would. */
import { type Command, Option } from 'commander';
import { isDnsLabel } from '../kubernetes/names.js';
import { printable } from '../manifest/printable.js';
import type { ProfileName } from '../render/index.js';
import type { Placement } from '../source/placed-bundle.js';
import { rare } from './help.js';

/** Where the one bundle of the input is installed, as the command line names it. */
export interface PlacementFlags {
  readonly installNamespace?: string;
  readonly watchNamespace?: readonly string[];
}

/** Adds the options that place one bundle, without manifests around it. */
export function addPlacementOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--install-namespace <name>', 'install the one bundle of the input in this namespace; no other manifests are needed'),
    )
    .addOption(
      rare(
        new Option(
          '--watch-namespace <name>',
          'with --install-namespace: a namespace that it watches; may be given several times (default: all, if it can)',
        ).argParser((name: string, names: readonly string[] = []) => [...names, name]),
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
