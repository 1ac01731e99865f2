/** `cdk8s-olm images`: lists every image of the operators, for mirroring. */

import { Command } from 'commander';
import { OLM_GROUPS } from '../base/kubernetes/kinds.js';
import type { KubernetesObject } from '../base/kubernetes/object.js';
import { FORMAT_WRITERS } from '../base/manifest/format-writers.js';
import { printable } from '../base/manifest/printable.js';
import { isLeftOut } from '../base/manifest/problem-reach.js';
import { imageFindings, imageNotListed, type ListedImage, listImages, ocMirrorConfiguration, skopeoSync } from '../olm/images/list.js';
import { ofSets } from '../olm/render/index.js';
import { columns } from '../report/index.js';
import type { Source } from '../repository/index.js';
import { type Answer, atEachUnit } from './each-unit.js';
import { type EvaluatedInput, evaluateInput, unreadNotes } from './evaluate-input.js';
import {
  ANSWER_FORMATS,
  addFormatOptions,
  addPlacementOptions,
  addSettings,
  type ClusterFlags,
  INPUT_HELP,
  type PlacementFlags,
  placementOf,
  type SettingFlags,
} from './options.js';
import { EXIT_BAD_INPUT, EXIT_OK, type Terminal } from './outcome.js';
import { addUnitOptions, type UnitFlags } from './units-asked.js';

const IMAGE_FORMATS = [...ANSWER_FORMATS, 'oc-mirror', 'skopeo'] as const;
type ImageFormat = (typeof IMAGE_FORMATS)[number];
type TextFormat = Extract<ImageFormat, 'text' | 'oc-mirror' | 'skopeo'>;

interface ImagesOptions extends ClusterFlags, SettingFlags<'profile' | 'lenient'>, PlacementFlags, UnitFlags {
  readonly format: ImageFormat;
}

const EXAMPLES = `
Examples:
  cdk8s-olm images clusters/prod                                             each image, and whether it is named by digest
  cdk8s-olm images clusters/prod --format oc-mirror > imageset.yaml          for oc mirror --v2 --config imageset.yaml
  cdk8s-olm images clusters/prod --format skopeo > sync.yaml                 for skopeo sync --src yaml --dest docker sync.yaml mirror.example.com`;

/** The command. `finish` receives the exit code. */
export function imagesCommand(terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('images')
    .description('List all images of the operators, from containers, init containers, RELATED_IMAGE_* variables and relatedImages.')
    .argument('<input...>', INPUT_HELP);
  return addUnitOptions(addPlacementOptions(addSettings(addFormatOptions(command, 'format of the list', IMAGE_FORMATS))))
    .addHelpText('after', EXAMPLES)
    .action((inputs: string[], options: ImagesOptions, own: Command) =>
      finish(atEachUnit(inputs, options, { command: own, terminal }, runImages, { words: OLM_GROUPS })),
    );
}

function runImages(inputs: readonly Source[], { format: _, ...flags }: ImagesOptions): Answer {
  const options = { ...flags, ...placementOf(flags, flags.profile), onlyJudges: true };
  // An installation finds more images than the CSVs name, but needs the bundles. Falls back to the CSVs.
  const whole = evaluateInput(inputs, { ...options, install: { certificates: 'none' } });
  const { problems, result } = whole.result ? whole : evaluateInput(inputs, options);
  const unread = unreadNotes(whole.bundlesRead);
  if (!result) return { notes: unread, problems, exit: EXIT_BAD_INPUT };
  const csvs = result.resolution.csvs.map(({ csv }) => csv.manifest);
  const findings = csvs.flatMap(imageFindings).filter(({ id }) => id === imageNotListed.id);
  const images = listImages([...csvs, ...installed(result)]);
  return {
    notes: unread,
    problems,
    findings,
    result: {
      data: images,
      text: (_, format) => textOf(images, format as TextFormat),
      names: () => images.map(({ image }) => `${printable(image)}\n`).join(''),
    },
    exit: problems.some(isLeftOut) ? EXIT_BAD_INPUT : EXIT_OK,
  };
}

function installed({ rendered, profile }: EvaluatedInput): KubernetesObject[] {
  return ofSets(rendered, { profile, only: ['install'] }).map(({ object }) => object);
}

function textOf(images: readonly ListedImage[], format: TextFormat): string {
  switch (format) {
    case 'text': {
      const rows = images.map(({ image, isByDigest, namedBy }) => [image, isByDigest ? 'digest' : 'tag', String(namedBy.length)]);
      return rows.length === 0 ? '' : `${columns(['IMAGE', 'BY', 'PLACES'], rows).join('\n')}\n`;
    }
    case 'oc-mirror':
      return FORMAT_WRITERS.yaml.value(ocMirrorConfiguration(images));
    case 'skopeo':
      return FORMAT_WRITERS.yaml.value(skopeoSync(images));
  }
}
