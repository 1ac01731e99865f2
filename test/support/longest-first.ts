/**
 * The order of the test files: the longest first, so that none of them is left for one core while the other is idle. Where an earlier
 * run is known, vitest goes by its times; in a new clone it would go by the size of the files.
 */
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take four seconds of CPU or more, with the programs that they start. */
const LONGEST = [
  'every-field',
  'beside-problems',
  'links-out',
  'lock-recipes',
  'gate-chains',
  'release',
  'moved-objects',
  'gate-reads',
  'locked-schemas',
  'report',
  'doc-blocks',
  'every-field-of-kinds',
  'locked-repository',
  'moved-gates',
  'applied-settings',
  'bounded',
  'kubectl-formats',
  'equality',
  'deceptions',
  'applied-here',
  'gate-recipes',
  'what-kustomize-takes',
  'real-registry',
  'bin',
  'weakened-gates',
  'image-catalog',
  'examples-of-rules',
  'git-revision',
  'review',
  'gate-texts',
  'trusted-objects',
  'shard-recipes',
  'broken-told',
  'kustomize-tool',
  'untouched',
  'approve',
  'values-of-rights',
  'faults',
  'gate',
  'expectations',
  'prometheus',
  'redacted',
  'schedules',
  'deceptions-beside-permissions',
  'unnamed-files',
  'lost-limits',
  'read-units',
  'layout',
  'files',
  'selection-changed',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(basename(moduleId, '.test.ts'));
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
