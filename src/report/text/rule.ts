/** What the pages of the documentation say of a rule or a problem, for `explain ID`: offline, and in the same words. */
import { FINDING_RULES } from '../../findings/all-rules.js';
import type { Paint } from '../../manifest/format-problem.js';
import { PROBLEM_GUIDE } from '../../manifest/problem-guide.js';
import { wrapped } from './wrap.js';

/** Nothing where there is no such id. */
export function ruleText(id: string, paint: Paint, width?: number): string | undefined {
  const rule = FINDING_RULES.find((one) => one.id === id);
  const guide = new Map(Object.entries(PROBLEM_GUIDE)).get(id);
  if (rule) {
    const { severity, title, references, documentation } = rule;
    const { meaning, attack, fix } = documentation;
    return textOf(`${id}: ${title}`, `at worst: ${severity}`, [
      ['meaning', meaning],
      ['why', attack],
      ['fix', fix],
      ['see', references.length === 0 ? undefined : references.join('; ')],
    ]);
  }
  return (
    guide &&
    textOf(id, undefined, [
      ['meaning', guide.meaning],
      ['fix', guide.remedy],
    ])
  );

  function textOf(title: string, note: string | undefined, parts: readonly (readonly [label: string, text: string | undefined])[]): string {
    const lines = parts.flatMap(([label, text]) =>
      text === undefined ? [] : [`  ${paint.dim(label)}${' '.repeat(9 - label.length)}${text}`],
    );
    return `${[paint.bold(title), ...(note === undefined ? [] : [`  ${note}`]), ...lines].map((line) => wrapped(line, width)).join('\n')}\n`;
  }
}
