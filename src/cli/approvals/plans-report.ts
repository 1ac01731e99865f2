/** Reports plans and the decisions about them as text, Markdown and data. */
import { namespacedName } from '../../base/kubernetes/object.js';
import { FORMAT_WRITERS } from '../../base/manifest/format-writers.js';
import { printable } from '../../base/manifest/printable.js';
import { counted, joined } from '../../base/wording/phrases.js';
import { code, columns, jsonReport, nameLines, plainText, tableHead, tableRow } from '../../report/index.js';
import { type Decision, isAllowed, isOutdated, reasonText } from '../../supply/index.js';
import type { PlanGrants } from './grants.js';

/** A plan to report. */
interface ReportedPlan {
  readonly decision: Decision;
  /** Absent if not requested. */
  readonly grants?: PlanGrants;
  /** The failed CSVs that its versions wait for. */
  readonly blocked?: readonly string[];
}

/** The plans as data. @param isLocked whether there is a lock to decide by */
export function plansJson(plans: readonly ReportedPlan[], isLocked: boolean): object[] {
  return plans.map(({ decision, grants, blocked = [] }) => {
    const { plan, moves, subscriptions, reasons } = decision;
    return {
      namespace: plan.namespace,
      name: plan.name,
      generation: plan.generation,
      moves,
      subscriptions,
      ...(isLocked ? { allowed: isAllowed(decision), reasons: reasons.map((one) => ({ ...one, text: reasonText(one) })) } : {}),
      ...(blocked.length > 0 ? { blocked } : {}),
      ...(grants ? { grants: grantsJson(grants) } : {}),
    };
  });
}

function grantsJson(grants: PlanGrants): object {
  if ('unknown' in grants) return grants;
  return jsonReport(grants.review);
}

export const PLANS_FORMATS = ['text', 'wide', 'name', 'json', 'yaml', 'md'] as const;

export type PlansFormat = (typeof PLANS_FORMATS)[number];

/** The plans in a format. @param isLocked whether there is a lock to decide by */
export function plansReport(plans: readonly ReportedPlan[], isLocked: boolean, format: PlansFormat): string {
  if (format === 'json' || format === 'yaml') return FORMAT_WRITERS[format].value({ plans: plansJson(plans, isLocked) });
  if (format === 'name') return planNames(plans.map(({ decision }) => decision));
  return format === 'md' ? plansMarkdown(plans, isLocked) : plansText(plans, isLocked);
}

/** The plans, as kubectl names them. */
export function planNames(decisions: readonly Decision[]): string {
  return nameLines(decisions.map(({ plan: { name } }) => ({ kind: 'InstallPlan', name })));
}

/** The plans as text: a table, and below it each plan's permissions, and why it is left. */
function plansText(plans: readonly ReportedPlan[], isLocked: boolean): string {
  if (plans.length === 0) return `${NONE}\n`;
  const table = columns(
    headOf(isLocked).map((cell) => cell.toUpperCase()),
    plans.flatMap((one) => rowsOf(one, isLocked)),
  );
  const blocks = plans.flatMap((one) => {
    const lines = linesOf(one, isLocked);
    return lines.length === 0 ? [] : ['', printable(namespacedName(one.decision.plan)), ...lines.map((line) => `  ${printable(line)}`)];
  });
  return `${[...table, ...blocks, '', summaryOf(plans, isLocked)].join('\n')}\n`;
}

/** The plans as Markdown, with the same content. */
function plansMarkdown(plans: readonly ReportedPlan[], isLocked: boolean): string {
  if (plans.length === 0) return `${NONE}\n`;
  const rows = plans.flatMap((one) => rowsOf(one, isLocked).map((cells) => tableRow(cells.map((cell) => (cell === '' ? '' : code(cell))))));
  const blocks = plans.flatMap((one) => {
    const lines = linesOf(one, isLocked);
    return lines.length === 0
      ? []
      : [`\n**${code(namespacedName(one.decision.plan))}**\n\n${lines.map((line) => `- ${plainText(line)}\n`).join('')}`];
  });
  return `${tableHead(headOf(isLocked))}${rows.join('')}${blocks.join('')}\n${summaryOf(plans, isLocked)}\n`;
}

const NONE = 'no InstallPlan waits';

function headOf(isLocked: boolean): string[] {
  return ['Namespace', 'Plan', 'From', 'To', ...(isLocked ? ['Lock'] : [])];
}

function rowsOf({ decision }: ReportedPlan, isLocked: boolean): string[][] {
  const { plan, moves } = decision;
  const verdict = isAllowed(decision) ? 'allowed' : isOutdated(decision) ? 'outdated' : 'left';
  return moves.map(({ csv, from = '-' }, index) => {
    const isFirst = index === 0;
    return [plan.namespace, isFirst ? plan.name : '', from, csv, ...(isLocked ? [isFirst ? verdict : ''] : [])];
  });
}

/** The lines about a plan below the table. */
function linesOf({ decision, grants, blocked = [] }: ReportedPlan, isLocked: boolean): string[] {
  const { subscriptions, reasons } = decision;
  return [
    ...blocked,
    ...(isLocked ? reasons.map((reason) => `left: ${reasonText(reason)}`) : []),
    ...(subscriptions.length > 1 ? [`one plan for the Subscriptions ${joined(subscriptions)}: all of them are approved, or none`] : []),
    ...(!grants ? [] : 'unknown' in grants ? [`grants: not known: ${grants.unknown}`] : [grants.headline, ...grants.points]),
  ];
}

function summaryOf(plans: readonly ReportedPlan[], isLocked: boolean): string {
  const waiting = `${counted(plans.length, 'InstallPlan')} ${plans.length === 1 ? 'waits' : 'wait'}`;
  if (!isLocked) return `${waiting}; there is no lock to compare with`;
  const allowed = plans.filter(({ decision }) => isAllowed(decision)).length;
  return `${waiting}; the lock allows ${allowed === plans.length ? 'all' : allowed === 0 ? 'none' : allowed}`;
}
