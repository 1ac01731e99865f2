/** The inventory of a cluster: the subjects with dangerous permissions, with the severities of the rules. */

import { compareText, formatReference, groupBy, namespacedName, referenceTo } from '../base/kubernetes/object.js';
import { bindingOf } from '../base/kubernetes/rbac.js';
import { subjectKey } from '../base/rbac/subject.js';
import { type Finding, SEVERITIES, type Severity, TIERS } from '../olm/model/finding.js';
import { accountsOf, type InventoryColumn, RISK_RULES, type RiskConfiguration, riskFinders, type State, tierOf } from '../review/index.js';

const COLUMN_OF: ReadonlyMap<string, InventoryColumn> = new Map(
  RISK_RULES.flatMap(({ id, column }) => (column ? [[id, column] as const] : [])),
);

/** One account, user, group or role holder. */
export interface InventoryRow {
  readonly holder: string;
  /** The CSVs and ClusterExtensions that use the account; empty for other subjects. */
  readonly operators: readonly string[];
  /** The unit of a repository; absent if the input has only one. */
  readonly unit?: string;
  /** The risks by column title, the worst first. */
  readonly risks: ReadonlyMap<InventoryColumn, readonly Finding[]>;
}

/** The inventory of an input. */
export interface Inventory {
  readonly input: string;
  readonly rows: readonly InventoryRow[];
  /** Units of a repository that were not read, so their permissions are not known. */
  readonly notRead: readonly string[];
  /** The versions that the inventory is valid for. */
  readonly versions?: string | undefined;
}

/** All holders with a risk, operators first, then the worst first. */
export function inventoryOf(state: State, configuration?: RiskConfiguration, unit?: string): InventoryRow[] {
  if (isNobodyBound(state)) return [];
  const operators = groupBy([...accountsOfCsvs(state), ...accountsOfExtensions(state)], ({ account }) => account);
  const held = riskFinders(configuration)
    .risksOf(state)
    .filter(({ permissions, scope }) => permissions !== undefined && scope !== undefined);
  const rows = [...groupBy(held, ({ subject }) => formatReference(subject))].map(([holder, risks]): InventoryRow => {
    const [{ subject }] = risks;
    const key =
      subject.kind === 'ServiceAccount'
        ? subjectKey({ kind: 'ServiceAccount', namespace: subject.namespace ?? '', name: subject.name })
        : '';
    const names = new Set((operators.get(key) ?? []).map(({ name }) => name));
    return {
      holder,
      operators: [...names].sort(compareText),
      risks: groupBy(worstFirst(risks), ({ id }) => columnOf(id)),
      ...(unit === undefined ? {} : { unit }),
    };
  });
  return sortedRows(rows);
}

/** Whether no subject has permissions, because the state has no binding. Saves time: most units have none, and the rules are slow. */
function isNobodyBound({ objects, copied, untouched, resolution }: State): boolean {
  return copied.length + resolution.csvs.length === 0 && untouched === undefined && !objects.some((object) => bindingOf(object));
}

interface OwnAccount {
  /** The key from `subjectKey`. */
  readonly account: string;
  readonly name: string;
}

function accountsOfCsvs({ resolution }: State): OwnAccount[] {
  return resolution.csvs.flatMap((resolved) => accountsOf(resolved).map((account) => ({ account, name: namespacedName(resolved.csv) })));
}

/** The ServiceAccounts that OLM v1 creates. */
function accountsOfExtensions({ made = [] }: State): OwnAccount[] {
  return made.flatMap(({ object, owner }) => {
    if (owner.kind !== 'ClusterExtension' || object.kind !== 'ServiceAccount') return [];
    const { name, namespace = '' } = referenceTo(object);
    return [{ account: subjectKey({ kind: 'ServiceAccount', namespace, name }), name: formatReference(owner) }];
  });
}

/** The risks of a row, the worst first. */
export function risksOf({ risks }: Pick<InventoryRow, 'risks'>): Finding[] {
  return worstFirst([...risks.values()].flat());
}

/** The worst risk of each operator, and the number of its other risk rules. */
export function worstPowers(rows: readonly InventoryRow[]): ReadonlyMap<string, string> {
  const held = rows.flatMap((row) => row.operators.map((operator) => ({ operator, risks: risksOf(row) })));
  return new Map(
    [...groupBy(held, ({ operator }) => operator)].map(([operator, own]) => {
      const all = worstFirst(own.flatMap(({ risks }) => risks));
      const [{ severity, id }] = all as [Finding];
      const others = new Set(all.map((risk) => risk.id)).size - 1;
      return [operator, `${severity} ${id}${others > 0 ? ` +${others}` : ''}`];
    }),
  );
}

/** Sorts rows: operators first, then by severity, then by name. */
export function sortedRows(rows: readonly InventoryRow[]): InventoryRow[] {
  const rank = (row: InventoryRow): number[] => [
    row.operators.length > 0 ? 0 : 1,
    ...SEVERITIES.map((severity) => -numberOf(row, severity)),
  ];
  return rows.toSorted((a, b) => {
    const [of, and] = [rank(a), rank(b)];
    const at = of.findIndex((value, index) => value !== and[index]);
    return at === -1 ? compareText(rowName(a), rowName(b)) : (of[at] ?? 0) - (and[at] ?? 0);
  });
}

/** The number of risks with this severity in a row. */
export function numberOf(row: InventoryRow, severity: Severity): number {
  return risksOf(row).filter((risk) => risk.severity === severity).length;
}

function rowName({ unit = '', operators, holder }: InventoryRow): string {
  return [operators.join(' '), holder, unit].join(' ');
}

function columnOf(id: string): InventoryColumn {
  return COLUMN_OF.get(id) ?? 'Other';
}

function worstFirst(risks: readonly Finding[]): Finding[] {
  const rank = (risk: Finding): number => SEVERITIES.indexOf(risk.severity) * TIERS.length - TIERS.indexOf(tierOf(risk) ?? 'none');
  return risks.toSorted((a, b) => rank(a) - rank(b));
}
