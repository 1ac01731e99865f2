/** Explains a rule or a problem for the terminal. A check needs none of the explanations. */

import type { Paint } from '../../base/manifest/format-problem.js';
import { PROBLEM_GUIDE } from '../../base/manifest/problem-guide.js';
import { ruleOf } from '../../review/index.js';
import { wrapped } from './layout.js';

/** The explanation of a rule or problem; undefined if no rule or problem has this id. */
export function ruleText(id: string, paint: Paint, width?: number): string | undefined {
  const rule = ruleOf(id);
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
    paint.bold(rule ? `${rule.id}: ${rule.title}` : id),
    ...(rule ? [`  at worst: ${rule.severity}`] : []),
    ...parts.flatMap(([label, text]) => (text === undefined ? [] : [`  ${paint.dim(label)}${' '.repeat(9 - label.length)}${text}`])),
  ];
  const example = guide ? [`  ${paint.dim('example')}`, ...guide.example.split('\n').map((line) => `    ${line}`)] : [];
  return `${[...lines.map((line) => wrapped(line, width)), ...example].join('\n')}\n`;
}
