/** Plans and what is decided about them, as text and as data. */
import { printable } from '../manifest/printable.js';
import { jsonReport } from '../report/json.js';
import { columns } from '../report/text/columns.js';
import { counted, joined } from '../wording/phrases.js';
import { isOutdated } from './approve.js';
import { type Decision, isAllowed } from './decide.js';
import type { PlanGrants } from './grants.js';
import { reasonText } from './reasons.js';

/** A plan as it is reported. */
export interface ReportedPlan {
  readonly decision: Decision;
  /** Absent where nobody asked. */
  readonly grants?: PlanGrants;
}

/** As data. @param isLocked whether there is a lock to decide by */
export function plansJson(plans: readonly ReportedPlan[], isLocked: boolean): object[] {
  return plans.map(({ decision, grants }) => {
    const { plan, moves, subscriptions, reasons } = decision;
    return {
      namespace: plan.namespace,
      name: plan.name,
      generation: plan.generation,
      moves,
      subscriptions,
      ...(isLocked ? { allowed: isAllowed(decision), reasons: reasons.map((one) => ({ ...one, text: reasonText(one) })) } : {}),
      ...(grants ? { grants: grantsJson(grants) } : {}),
    };
  });
}

function grantsJson(grants: PlanGrants): object {
  if ('unknown' in grants) return grants;
  return jsonReport(grants.review);
}

/** As text: a table, and below it what each plan grants and why it is left. */
export function plansText(plans: readonly ReportedPlan[], isLocked: boolean): string {
  if (plans.length === 0) return 'no InstallPlan waits\n';
  const rows = plans.flatMap(({ decision }) =>
    decision.moves.map(({ csv, from = '-' }, index) => {
      const { plan } = decision;
      const verdict = isAllowed(decision) ? 'allowed' : isOutdated(decision) ? 'outdated' : 'left';
      return [plan.namespace, index === 0 ? plan.name : '', from, csv, ...(isLocked ? [index === 0 ? verdict : ''] : [])];
    }),
  );
  const table = columns(['NAMESPACE', 'PLAN', 'FROM', 'TO', ...(isLocked ? ['LOCK'] : [])], rows);
  return `${[...table, ...plans.flatMap((one) => blockOf(one, isLocked)), '', summaryOf(plans, isLocked)].join('\n')}\n`;
}

function blockOf({ decision, grants }: ReportedPlan, isLocked: boolean): string[] {
  const { plan, subscriptions, reasons } = decision;
  const lines = [
    ...(isLocked ? reasons.map((reason) => `left: ${reasonText(reason)}`) : []),
    ...(subscriptions.length > 1 ? [`one plan for the Subscriptions ${joined(subscriptions)}: all of them are approved, or none`] : []),
    ...(!grants ? [] : 'unknown' in grants ? [`grants: not known: ${grants.unknown}`] : [grants.headline, ...grants.points]),
  ];
  return lines.length === 0 ? [] : ['', printable(`${plan.namespace}/${plan.name}`), ...lines.map((line) => `  ${printable(line)}`)];
}

function summaryOf(plans: readonly ReportedPlan[], isLocked: boolean): string {
  const waiting = `${counted(plans.length, 'InstallPlan')} ${plans.length === 1 ? 'waits' : 'wait'}`;
  if (!isLocked) return `${waiting}; no lock says what may run`;
  const allowed = plans.filter(({ decision }) => isAllowed(decision)).length;
  return `${waiting}; the lock allows ${allowed === plans.length ? 'all' : allowed === 0 ? 'none' : allowed}`;
}
