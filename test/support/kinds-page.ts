/** docs/kinds.md, made of the table of kinds: what the review knows of the kinds, annotations and labels of each tool. */
import { groupBy } from '../../src/base/kubernetes/object.js';
import { formatFieldPath } from '../../src/base/manifest/field-path.js';
import { TOOLS } from '../../src/base/tools/all.js';
import { rowOf } from '../../src/base/tools/kinds.js';
import { regularPlural } from '../../src/base/tools/row.js';
import type { Setting, Weight } from '../../src/base/tools/setting.js';
import type { KindRow, MarkEffect, MarkRow, SettingMarkRow, Tool } from '../../src/base/tools/tool.js';
import { matches } from '../../src/review/rules/access/held.js';
import { RISK_RULES } from '../../src/review/rules/index.js';
import { WRITE } from '../../src/review/rules/risk-rule.js';
import { bind, role } from './rbac-in-short.js';
import { accessTo } from './states.js';

export function kindsPage(): string {
  return `${[...INTRODUCTION, ...TOOLS.flatMap(toolSection)].join('\n\n')}\n`;
}

const INTRODUCTION = [
  '# Kinds',
  'This page lists the kinds that a review knows, by tool: the effect of their objects, and the finding that reports a permission to write them. `others` means all kinds of a group without a row of their own. A change of an object that decides something is a [cluster-setting](findings/cluster-setting.md); a change of an object that applies manifests from elsewhere is an [outside-source](findings/outside-source.md). Objects inside other objects are read like any object. Any other kind is an [unknown-kind](findings/unknown-kind.md), and any other annotation with a domain is an [unknown-metadata](findings/unknown-metadata.md); you can name them under `known` in the baseline.',
  'This page is generated from the files in `src/base/tools/`.',
];

function toolSection({ name, rows, marks = [], settingMarks = [] }: Tool): string[] {
  const kinds = [...groupBy(rows, (row) => JSON.stringify(kindCells(row))).values()].map((alike) => {
    const [group = '', , ...cells] = kindCells(alike[0]);
    return [group, alike.map(kindText).join(', '), ...cells];
  });
  return [
    `## ${name}`,
    ...table(['API group', 'kinds', 'scope', 'effect', 'finding for write access'], kinds),
    ...table(['label or annotation', 'object', 'decides', 'severity of a change'], settingMarks.map(settingMarkCells)),
    ...table(['label or annotation', 'value', 'effect', 'reason'], marks.map(markCells)),
  ];
}

/** Its plural, where no rule gives it. */
function kindText({ kind, plural }: KindRow): string {
  if (kind === '*') return 'others';
  return plural === regularPlural(kind) ? kind : `${kind} (\`${plural}\`)`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')];
}

function kindCells(row: KindRow): string[] {
  const { group, scope } = row;
  const own = effects(row);
  const others = rowOf(group, '*');
  const does = own.length > 0 ? own : others && others !== row ? effects(others) : [];
  const where = scope === undefined ? '' : scope === 'cluster' ? 'cluster' : 'namespace';
  return [group === '' ? '' : `\`${group}\``, '', where, does.length > 0 ? does.join('; ') : 'not known', writing(row)];
}

function effects({ setting, applies, carries, configMaps, runs, podSpec, onlyAdds, isEveryday, why }: KindRow): string[] {
  return [
    ...(applies ? ['apply manifests from elsewhere'] : []),
    ...(setting ? [settingText(setting)] : []),
    ...(carries ? [`contain objects${typeof carries === 'function' ? '' : `: \`${formatFieldPath(carries)}\``}`] : []),
    ...(configMaps ? ['apply ConfigMaps'] : []),
    ...(runs ? ['create Pods'] : []),
    ...(podSpec ? [`contain a Pod spec: \`${formatFieldPath(podSpec)}\``] : []),
    ...(isEveryday ? ['fields are compared by other rules'] : []),
    ...(why === undefined ? [] : [onlyAdds ? `only add: ${why}` : why]),
  ];
}

function settingText({ decides, added, changed, gone, only, harmless, counts }: Setting): string {
  const when = [severityText('new', added), severityText('changed', changed), severityText('removed', gone)].flat();
  const fields = [
    ...(only ? [`only ${listOf(only)}`] : []),
    ...(harmless ? [`without ${listOf(harmless)}`] : []),
    ...(counts ? [`also by ${counts}`] : []),
  ];
  const about = [...when, ...fields].join(', ');
  return about === '' ? `decide ${decides}` : `decide ${decides} (${about})`;
}

function severityText(how: string, severity: Weight | undefined): string[] {
  return severity === undefined ? [] : [`${how}: ${severity}`];
}

function listOf(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(', ');
}

const UNKNOWN = RISK_RULES.find(({ id }) => id === 'unknown-permission');

/** The rules that report a permission to write objects of a kind. */
function writing({ group, plural }: KindRow): string {
  const rule = { apiGroups: [group], resources: [plural === '*' ? 'whatever' : plural], verbs: WRITE };
  const ids = RISK_RULES.filter(({ wants = [] }) => matches(rule, wants).length > 0).map(({ id }) => id);
  const isUnknown = ids.length === 0 && UNKNOWN?.find?.(accessTo(role('r', [rule]), bind('b', 'r', 'User a')))?.length;
  return [...ids, ...(isUnknown ? ['unknown-permission'] : [])].map((id) => `[${id}](findings/${id}.md)`).join(', ');
}

function settingMarkCells([kind, list, key, severity, decides, strictest]: SettingMarkRow): string[] {
  const best = strictest === undefined ? '' : `; \`${strictest}\` is the strictest`;
  return [`\`${key}\``, `${list} of ${kind}`, `${decides}${best}`, severity];
}

const EFFECTS: Readonly<Record<MarkEffect, string>> = {
  'left-alone': 'not applied, or removed again ([applied-now](findings/applied-now.md))',
  otherwise: 'applied differently',
  kept: 'stays in the cluster when its file is removed ([kept-object](findings/kept-object.md))',
  harmless: 'no effect on the applied object',
  unknown: 'not known ([unknown-metadata](findings/unknown-metadata.md))',
};

function markCells([key, values, effect, why, kind]: MarkRow): string[] {
  const value =
    values === '*'
      ? 'any'
      : values
          .split(' ')
          .map((text) => `\`${text}\``)
          .join(' ');
  return [`\`${key}\``, kind === undefined ? value : `${value} of a ${kind}`, EFFECTS[effect], why];
}
