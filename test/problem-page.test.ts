/** docs/problems.md is made of the guide to problems: `npm run docs` writes it, and this test fails when it is not current. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isError, LENIENT, type ProblemCode } from '../src/manifest/problem.js';
import { PROBLEM_GUIDE, type ProblemGuide } from '../src/manifest/problem-guide.js';

const HEAD = `# Problems

What can be wrong with the input. A problem is printed with its file, line, column and field, what was found, what was
expected, and how to fix it. Errors stop the run, and nothing is written. Warnings are about input that OLM accepts and,
with \`--lenient\`, about unambiguous input errors. [Some files](review.md#what-is-read) are not read; only a review lists them.
\`cdk8s-olm check --format json\` prints problems as data, and \`PROBLEM_GUIDE\` of \`cdk8s-olm/core\` contains this page.
`;

function fenced(text: string): string {
  return `\`\`\`${text.startsWith('$ ') ? 'console' : 'yaml'}\n${text}\n\`\`\``;
}

function section(code: ProblemCode, { meaning, example, file, remedy }: ProblemGuide): string {
  const severity = LENIENT.has(code) ? 'Error, or with `--lenient` a warning' : isError({ code }) ? 'Error' : 'Warning';
  return `## ${code}\n\n${severity}. ${meaning}${file ? ` In \`${file}\`:` : ''}\n\n${fenced(example)}\n\n${remedy}\n`;
}

it('docs/problems.md tells what the guide tells', async () => {
  const sections = Object.entries(PROBLEM_GUIDE).map(([code, guide]) => section(code as ProblemCode, guide));
  await expect([HEAD, ...sections].join('\n')).toMatchFileSnapshot(join(import.meta.dirname, '../docs/problems.md'));
});
