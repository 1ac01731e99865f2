/** What the pages of the documentation say of a rule or a problem, for `explain ID`: offline, and in the same words. */
import { FINDING_RULES } from '../../findings/all-rules.js';
import type { Paint } from '../../manifest/format-problem.js';
import { PROBLEM_GUIDE } from '../../manifest/problem-guide.js';
import { wrapped } from './wrap.js';

/** Nothing where there is no such id. */
export function ruleText(id: string, paint: Paint, width?: number): string | undefined {
  const rule = FINDING_RULES.find((one) => one.id === id);
  const guide = new Map(Object.entries(PROBLEM_GUIDE)).get(id);
  if (!rule && !guide) return undefined;
  const { meaning, attack, fix } = rule?.documentation ?? { meaning: guide?.meaning, fix: guide?.remedy };
  const parts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['meaning', meaning],
    ['why', attack],
    ['fix', fix],
    ['see', rule?.references.join('; ') || undefined],
  ];
  const lines = [
    paint.bold(rule ? `${id}: ${rule.title}` : id),
    ...(rule ? [`  at worst: ${rule.severity}`] : []),
    ...parts.flatMap(([label, text]) => (text === undefined ? [] : [`  ${paint.dim(label)}${' '.repeat(9 - label.length)}${text}`])),
  ];
  const example = guide ? [`  ${paint.dim('example')}`, ...guide.example.split('\n').map((line) => `    ${line}`)] : [];
  return `${[...lines.map((line) => wrapped(line, width)), ...example].join('\n')}\n`;
}
