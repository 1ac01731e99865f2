/** Each rule has an example, which the command line runs: see examples/rules/README.md. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNamedObject } from '../src/base/kubernetes/object.js';
import { refusals } from '../src/base/kubernetes/structure/refusals.js';
import { parseDocuments } from '../src/base/manifest/parse.js';
import { FINDING_RULES, type RuleId } from '../src/review/rules/all-rules.js';
import { EXAMPLES, exampleOf, examplesApart, expectedFileOf, reportedIn } from './support/rule-examples.js';

/** They are about manifests that an API server refuses. */
const REFUSED: ReadonlySet<RuleId> = new Set<RuleId>([
  'api-server-refuses',
  'bundle-object-refused',
  'no-namespace',
  'rules-refused',
  'unknown-field',
  'unknown-rbac-field',
]);

describe('the example of a rule', () => {
  let apart: ReturnType<typeof examplesApart>;
  beforeAll(() => {
    apart = examplesApart();
  });
  afterAll(() => apart.remove());

  it('is in a folder of its id', () => {
    const ids = FINDING_RULES.map(({ id }) => id);
    const folders = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    expect(folders.filter((name) => !ids.includes(name))).toEqual([]);
  });

  it.each(FINDING_RULES.map(({ id }) => id))('shows what the rule reports: %s', async (id) => {
    const example = exampleOf(id);
    if (!example) throw new Error(`write examples/rules/${id}: manifests, or why-not.txt with a line that says why there are none`);
    if (example.whyNot !== undefined) {
      expect(example.whyNot).toMatch(/^[A-Z].*\.$/);
      expect([example.files, example.expected]).toEqual([{}, '']);
      return;
    }
    const { code, text } = reportedIn(join(apart.folder, id), id, example);
    expect(code).toBeLessThanOrEqual(1);
    expect(text).not.toBe('');
    await expect(text).toMatchFileSnapshot(expectedFileOf(id));
  });

  it.each(FINDING_RULES.map(({ id }) => id).filter((id) => !REFUSED.has(id as RuleId)))(
    'is made of manifests that an API server takes: %s',
    (id) => {
      const refused = Object.entries(exampleOf(id)?.files ?? {}).flatMap(([path, text]) =>
        parseDocuments({ file: path, text }).documents.flatMap(({ value }) =>
          isNamedObject(value) ? refusals(value).map((refusal) => [path, refusal.path.join('.'), refusal.reason]) : [],
        ),
      );
      expect(refused).toEqual([]);
    },
  );
});
