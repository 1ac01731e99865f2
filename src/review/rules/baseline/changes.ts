/** Reports changes of the baseline itself: a pull request that accepts its own risks accepts nothing in its own review. */

import { isDeepStrictEqual } from 'node:util';
import { compareText } from '../../../base/kubernetes/object.js';
import { listed } from '../../../base/wording/phrases.js';
import { DEFAULT_BASELINE } from '../../../olm/model/default-baseline.js';
import type { Finding, Severity } from '../../../olm/model/finding.js';
import type { ClusterEntry, RepositoryOptions } from '../../../olm/model/repository-options.js';
import { ruleOf } from '../all-rules.js';
import { findingOf } from '../finding-of.js';
import { BASELINE_CHANGED } from './apply.js';
import type { RiskConfiguration } from './configuration.js';
import type { BaselineEntry } from './entries.js';

/** The content of a baseline. */
interface BaselineContent {
  readonly entries: readonly BaselineEntry[];
  readonly configuration: RiskConfiguration;
  readonly options: RepositoryOptions;
  readonly clusters: readonly ClusterEntry[];
}

/** The changes of the baseline in HEAD. */
export function baselineChanges(base: BaselineContent, head: BaselineContent): Finding[] {
  return [
    ...entryChanges(base.entries, head.entries),
    ...configurationChanges(base.configuration, head.configuration),
    ...optionChanges(base.options, head.options),
    ...clusterChanges(base.clusters, head.clusters),
  ];
}

/** That HEAD breaks the file, so that nothing of it would count after the merge. */
export function brokenBaseline(faults: readonly string[]): Finding[] {
  const [first] = faults;
  if (first === undefined) return [];
  const more = faults.length > 1 ? `; and ${faults.length - 1} more` : '';
  const message = `is broken, and judges nothing: ${first}${more}`;
  return [{ ...ofFile(faults, message, 'error'), effect: 'breaks', fix: 'correct the file' }];
}

/** The entries that only HEAD has, and those that only BASE has. */
function entryChanges(base: readonly BaselineEntry[], head: readonly BaselineEntry[]): Finding[] {
  return [
    ...without(head, base).map((entry) =>
      acceptsAll(entry)
        ? change(entry, 'error', 'adds an entry without a subject, which accepts the finding for every subject after the merge')
        : change(entry, 'warning', 'adds an entry, which applies after the merge'),
    ),
    ...without(base, head).map((entry) => change(entry, 'info', 'removes an entry')),
  ];
}

/** Whether an entry accepts an error for all subjects. */
function acceptsAll({ id, subject, permissions, fingerprint }: BaselineEntry): boolean {
  const [, name = ''] = /^\S+\s+(.*)$/s.exec(subject ?? '') ?? [];
  return permissions === undefined && fingerprint === undefined && !/\w/.test(name) && severityOf(id) === 'error';
}

function severityOf(id: string, { rules, severities }: RiskConfiguration = { rules: [], severities: {} }): Severity | undefined {
  const written = Object.hasOwn(severities, id) ? severities[id] : undefined;
  return written ?? (rules.find((rule) => rule.id === id) ?? ruleOf(id))?.severity;
}

/** Rules and severities that HEAD changes; those of BASE apply until the merge. */
function configurationChanges(base: RiskConfiguration, head: RiskConfiguration): Finding[] {
  if (isDeepStrictEqual(base, head)) return [];
  const ids = [base, head].map(({ rules, severities, known = [] }) => [
    ...rules.map(({ id }) => id),
    ...Object.keys(severities),
    ...known.map(({ kind, annotation, label }) => kind ?? annotation ?? label ?? ''),
  ]);
  const named = [...new Set(ids.flat())].sort(compareText);
  const silenced = named.filter((id) => severityOf(id, base) === 'error' && severityOf(id, head) !== 'error');
  return [
    ofFile(
      named,
      `changes its own rules, severities or what it knows (${named.join(', ')}); they count once this is merged${silenced.length > 0 ? `, and ${listed(silenced)} ${silenced.length === 1 ? 'is' : 'are'} no error then` : ''}`,
      silenced.length > 0 ? 'error' : 'warning',
    ),
  ];
}

/** Options that HEAD changes; those of BASE apply until the merge. */
function optionChanges(base: RepositoryOptions, head: RepositoryOptions): Finding[] {
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])].filter((name) => !isDeepStrictEqual(base[name], head[name]));
  if (names.length === 0) return [];
  return [ofFile(names, `changes the options that every run uses (${names.sort(compareText).join(', ')}); they count once this is merged`)];
}

/** Clusters that HEAD changes; those of BASE apply until the merge. Units outside of all clusters' paths are judged one by one. */
function clusterChanges(base: readonly ClusterEntry[], head: readonly ClusterEntry[]): Finding[] {
  const [was, is] = [base, head].map((clusters) => new Map(clusters.map((one) => [one.name, one])));
  const names = [...new Set([...base, ...head].map(({ name }) => name))].filter(
    (name) => !isDeepStrictEqual(was?.get(name), is?.get(name)),
  );
  if (names.length === 0) return [];
  const changed = names.sort(compareText).join(', ');
  return [ofFile(names, `changes what reaches which cluster, or its settings (${changed}); this counts once it is merged`)];
}

/** A finding about the file itself, not about an entry. */
function ofFile(identity: readonly string[], message: string, severity: Severity = 'warning'): Finding {
  return findingOf(BASELINE_CHANGED, { identity, severity, subject: { kind: 'Baseline', name: DEFAULT_BASELINE }, message });
}

function change(entry: BaselineEntry, severity: Severity, what: string): Finding {
  const { id, subject, permissions, reason, expires, file, place } = entry;
  const until = expires === undefined ? '' : `, until ${expires}`;
  return findingOf(BASELINE_CHANGED, {
    identity: [what, entryKey(entry)],
    severity,
    subject: { kind: 'Baseline', name: file },
    message: `${what}: ${id}${subject === undefined ? '' : ` of ${subject}`}${permissions === undefined ? '' : `: ${permissions.join(', ')}`} (${reason}${until})`,
    place: place ?? { file },
  });
}

function without(entries: readonly BaselineEntry[], others: readonly BaselineEntry[]): BaselineEntry[] {
  const known = new Set(others.map(entryKey));
  return entries.filter((entry) => !known.has(entryKey(entry)));
}

/** All fields of an entry, except its place. */
function entryKey({ file: _, place: __, ...entry }: BaselineEntry): string {
  return JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
}
