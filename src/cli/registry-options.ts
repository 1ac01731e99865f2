/** Defines the options of commands that read from registries. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Problem } from '../base/manifest/problem.js';
import { mirrorOfOption, mirrorsOfObjects, mirrorsOfRegistriesConf, openRegistry, type Registry } from '../supply/index.js';
import { rare, several } from './help.js';
import { packageVersion, type Terminal } from './outcome.js';

/** The options for registries. */
export interface RegistryFlags {
  readonly offline?: boolean;
  readonly ca?: readonly string[];
  readonly plainHttp?: readonly string[];
  readonly mirror?: readonly string[];
  readonly inputMirrors?: boolean;
  /** The time limit in seconds. */
  readonly timeout: number;
}

/** The default time limit for all downloads of a run, in seconds. */
const TIMEOUT = 900;

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('expected seconds, such as 600');
  return seconds;
}

/** Adds the options. */
export function addRegistryOptions(command: Command): Command {
  return command
    .option('--offline', 'use only the cache')
    .addOption(rare(new Option('--timeout <seconds>', 'how long a run with downloads may take').argParser(secondsOf).default(TIMEOUT)))
    .addOption(rare(new Option('--mirror <from=to>', 'pull images below FROM from TO; repeatable').argParser(several)))
    .addOption(
      rare(
        new Option(
          '--input-mirrors',
          'also follow the ImageDigestMirrorSets, ImageTagMirrorSets and ImageContentSourcePolicies of the input',
        ),
      ),
    )
    .addOption(rare(new Option('--ca <file>', 'a certificate authority of a registry; repeatable').argParser(several)))
    .addOption(rare(new Option('--plain-http <host>', 'a registry without TLS; repeatable').argParser(several)));
}

/**
 * Opens the registries.
 *
 * @param objects the input's objects. Their mirrors only count with `--input-mirrors`: their author could choose the source of content
 * @param silent the registries of this run that did not answer
 * @throws ProblemError
 */
export function registryOf(
  flags: RegistryFlags,
  objects: readonly unknown[],
  { env, err, errIsTerminal, isQuiet }: Terminal,
  silent?: Map<string, Problem>,
): Registry {
  return openRegistry({
    environment: env,
    userAgent: `cdk8s-olm/${packageVersion()}`,
    mirrors: [
      ...(flags.mirror ?? []).map(mirrorOfOption),
      ...mirrorsOfRegistriesConf(env),
      ...(flags.inputMirrors ? mirrorsOfObjects(objects) : []),
    ],
    ...(flags.ca ? { authorities: flags.ca } : {}),
    ...(flags.plainHttp ? { plainHttp: flags.plainHttp } : {}),
    offline: flags.offline ?? false,
    ...(silent ? { silent } : {}),
    signal: AbortSignal.timeout(flags.timeout * 1000),
    ...(errIsTerminal && !isQuiet
      ? { onProgress: ({ image, received, size }) => err(`\r\u001b[K${image} ${percent(received, size)}`) }
      : {}),
  });
}

function percent(received: number, size: number): string {
  return `${Math.floor((100 * received) / Math.max(size, 1))} %`;
}
