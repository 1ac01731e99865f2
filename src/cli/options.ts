/** Options that several commands share. */
import { InvalidArgumentError, Option } from 'commander';
import { FORMATS } from '../manifest/format.js';
import { SEVERITIES } from '../model/finding.js';
import { PROFILES } from '../render/index.js';
import { EMIT_SETS, type EmitSet } from '../render/rendered.js';
import { DEFAULT_KUBE_VERSION } from '../rules/offer.js';
import { isKubeVersion } from '../rules/requirements.js';

export const INPUT_HELP = 'a file or folder of manifests, bundles and catalogs, or - for standard input';

export const profileOption = (): Option =>
  new Option('--profile <name>', 'whose behaviour to follow').choices(Object.keys(PROFILES)).default('documented');

export const kubeVersionOption = (): Option =>
  new Option('--kube-version <version>', "the cluster's Kubernetes version, which operators may ask a minimum of")
    .argParser(kubeVersion)
    .default(DEFAULT_KUBE_VERSION);

export const formatOption = (description: string, choices: readonly string[] = FORMATS): Option =>
  new Option('--format <format>', description).choices(choices).default(choices[0]);

export const failOnOption = (): Option =>
  new Option('--fail-on <severity>', 'the mildest finding that makes the run fail').choices([...SEVERITIES, 'never']).default('error');

export const allowFailedOption = (): Option =>
  new Option('--allow-failed', 'accept failed and uncertain CSVs: what OLM leaves standing is the result').default(false);

export const onlyOption = (): Option =>
  new Option('--only <sets>', `what to render, separated by commas: ${EMIT_SETS.join(', ')}`)
    .argParser(emitSets)
    .default([...EMIT_SETS], 'everything');

function kubeVersion(text: string): string {
  if (!isKubeVersion(text)) throw new InvalidArgumentError('Expected a version such as 1.32 or v1.32.4.');
  return text;
}

function emitSets(text: string): EmitSet[] {
  return text.split(',').map((name) => {
    const set = EMIT_SETS.find((known) => known === name.trim());
    if (!set) throw new InvalidArgumentError(`Allowed are ${EMIT_SETS.join(', ')}.`);
    return set;
  });
}
