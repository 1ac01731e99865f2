/** Two objects in one document. kubectl takes the second, and the first one would be lost. */
import type { NodeProblem } from './problem.js';

/**
 * The problems of a document. If its duplicate keys come from two objects without a separator, one problem replaces
 * them, and leniency does not apply.
 */
export function findMissingSeparator(problems: readonly NodeProblem[]): readonly NodeProblem[] {
  const twice = problems.filter(({ code, at }) => code === 'DUPLICATE_KEY' && at?.length === 1);
  const [first] = twice;
  if (!first || !['apiVersion', 'kind'].every((key) => twice.some(({ at }) => at?.[0] === key))) return problems;
  const missing: NodeProblem = {
    code: 'MISSING_SEPARATOR',
    offset: first.offset,
    message: 'the document contains a second object',
    found: `another ${first.at?.[0]}`,
    expected: 'one object',
    fix: 'write --- on a separate line before the second object',
  };
  return problems.flatMap((problem) => (problem === first ? [missing] : twice.includes(problem) ? [] : [problem]));
}
