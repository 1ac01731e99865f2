/** Two objects in one document: the line between them that says `---` is missing. */
import type { NodeProblem } from './node-problem.js';

/**
 * The problems of a document, with one in place of those about keys that stand twice because two objects are run
 * together. It has no certain meaning: the first object would be gone.
 */
export function findMissingSeparator(problems: readonly NodeProblem[]): readonly NodeProblem[] {
  const twice = problems.filter(({ code, at }) => code === 'DUPLICATE_KEY' && at?.length === 1);
  const [first] = twice;
  if (!first || !['apiVersion', 'kind'].every((key) => twice.some(({ at }) => at?.[0] === key))) return problems;
  const missing: NodeProblem = {
    code: 'MISSING_SEPARATOR',
    offset: first.offset,
    message: 'this document holds a second object',
    found: `another ${first.at?.[0]}`,
    expected: 'one object',
    fix: 'write --- on a line of its own before the second object',
  };
  return problems.flatMap((problem) => (problem === first ? [missing] : twice.includes(problem) ? [] : [problem]));
}
