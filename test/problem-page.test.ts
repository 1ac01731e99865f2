/** docs/problems.md is made of the guide to problems: `npm run docs` writes it, and this test fails when it is not current. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isError, LENIENT, type ProblemCode } from '../src/base/manifest/problem.js';
import { PROBLEM_GUIDE, type ProblemGuide } from '../src/base/manifest/problem-guide.js';

const HEAD = `# Problems

A problem is wrong input. Its message names the file, line, column and field, what was found, what was expected, and the fix:

\`\`\`sh
printf 'apiVersion: operators.coreos.com/v1\\nkind: OperatorGroup\\nmetadata: {name: etcd, namespace: team-a}\\nspec: {upgradeStrategy: Sometimes}\\n' |
  cdk8s-olm check - || [ $? -eq 2 ]
\`\`\`

\`\`\`text
error[INVALID_VALUE] standard input:4:25 spec.upgradeStrategy: the API server refuses this value
  found     "Sometimes"
  expected  Default or TechPreviewUnsafeFailForward
  fix       correct spec.upgradeStrategy, or remove it
  4 | spec: {upgradeStrategy: Sometimes}
    |                         ^
1 problem; the rest was judged without it
\`\`\`

cdk8s-olm leaves out the smallest part with the error: an object, a bundle, a package, a lock or a kustomization. \`check\` and \`review\` judge
the rest; \`check\` exits with 2, and so does a review where the change breaks a file or a kustomization. \`render\` writes nothing. Warnings
report input that OLM accepts and, with \`--lenient\`, unambiguous input errors. A review also lists [what is not
read](review.md#what-is-read). \`cdk8s-olm explain CODE\` shows the fix and an example of each problem.
\`--format json\` prints problems as data; \`PROBLEM_GUIDE\` of \`cdk8s-olm/core\` contains this page.
`;

/** The sections, each with the first code in it; the guide is in this order. */
const THEMES: Readonly<Record<string, ProblemCode>> = {
  Files: 'FILE_UNREADABLE',
  'YAML and JSON': 'NOT_YAML',
  Manifests: 'NOT_A_MANIFEST',
  'Bundles, catalogs and Subscriptions': 'INVALID_BUNDLE',
  ClusterServiceVersions: 'CSV_API_VERSION',
  'Runs and git': 'TOO_MANY_PROBLEMS',
  'Images and registries': 'IMAGE_REFERENCE',
  Output: 'OUTPUT_NOT_WRITTEN',
};

function row(code: ProblemCode, { meaning }: ProblemGuide): string {
  const severity = LENIENT.has(code) ? ' (`--lenient`: a warning)' : isError({ code }) ? '' : ' (warning)';
  return `| ${code}${severity} | ${meaning.replaceAll('|', '\\|')} |`;
}

it('docs/problems.md tells what the guide tells', async () => {
  const first = new Map(Object.entries(THEMES).map(([title, code]) => [code, title]));
  const rows = Object.entries(PROBLEM_GUIDE).flatMap(([key, guide]) => {
    const code = key as ProblemCode;
    const title = first.get(code);
    return [...(title === undefined ? [] : [`\n## ${title}\n`, '| problem | means |', '| --- | --- |']), row(code, guide)];
  });
  expect(rows.filter((line) => line.startsWith('\n## '))).toHaveLength(first.size);
  await expect([HEAD.trimEnd(), ...rows, ''].join('\n')).toMatchFileSnapshot(join(import.meta.dirname, '../docs/problems.md'));
});
