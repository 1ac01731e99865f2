/** Writes the answers of the resolver as text. */
import { formatReference, groupBy } from '../../base/kubernetes/object.js';
import { listed } from '../../base/wording/phrases.js';
import type { ResolverNote } from '../model/resolver-note.js';
import { notesOf } from './notes.js';
import type { Cause, ChosenOperator, Failure, NamespaceResolution } from './outcome.js';
import type { PlaceOf } from './resolution-json.js';
import type { ResolverCluster } from './resolver-input.js';
import type { StepReason, UpgradePath, UpgradeStep } from './upgrade-path.js';

/** Writes lines of text about each namespace. */
export function namespacesText(resolutions: readonly NamespaceResolution[], cluster: ResolverCluster, placeOf: PlaceOf): string[] {
  return resolutions.flatMap((resolution, index) => [
    ...(index > 0 ? [''] : []),
    ...namespaceText(resolution),
    ...resolution.unknown.map(unknownText),
    ...(resolution.undecided ? [`  the result of OLM is not known: with the available catalogs, ${resolution.undecided.error}`] : []),
    ...notesOf(resolution, cluster).flatMap((note) => noteText(note, placeOf)),
    ...(resolution.failure ? failureText(resolution.failure, placeOf) : []),
  ]);
}

function unknownText({ name, package: packageName, channel, catalog }: NamespaceResolution['unknown'][number]): string {
  return `  not known: ${packageName} from ${catalog}${channel === undefined ? '' : `, channel ${channel}`}; asked for by ${name}`;
}

function namespaceText({ namespace, operators, installs, approval, failure, unknown, undecided }: NamespaceResolution): string[] {
  if (undecided || (unknown.length > 0 && installs.length === 0 && !failure)) return [`${namespace}: not known`];
  if (failure) return [`${namespace}: nothing is installed or upgraded (${failure.reason})`];
  if (installs.length === 0) return [`${namespace}: nothing changes`];
  const fresh = operators.filter(({ name }) => installs.some((one) => one.name === name));
  return [
    `${namespace}: one InstallPlan, ${approval === 'Manual' ? 'which waits for approval' : 'approved at once'}`,
    ...fresh.map((operator) => `  ${operatorText(operator)}`),
  ];
}

function operatorText({ name, catalog, channel, replaces, askedForBy, neededBy }: ChosenOperator): string {
  const why = askedForBy.length > 0 ? `asked for by ${askedForBy.join(', ')}` : `a dependency: needed by ${neededBy.join(', ')}`;
  return `${name} from ${catalog}, channel ${channel}${replaces ? `, replaces ${replaces}` : ''}; ${why}`;
}

function noteText({ severity, subject, message, fix, source }: ResolverNote, placeOf: PlaceOf): string[] {
  return [`  ${severity}: ${formatReference(subject)}${source ? ` (${placeText(placeOf(source))})` : ''}: ${message}`, `    fix: ${fix}`];
}

function placeText({ file, line, column }: ReturnType<PlaceOf>): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}

/** Writes the failure of a namespace: OLM's message, then the causes and the fixes. */
function failureText({ error, because, fixes }: Failure, placeOf: PlaceOf): string[] {
  return [
    `  OLM says: ${error}`,
    ...(because.length > 0 ? ['  These documents contradict each other:'] : []),
    ...[...groupBy(because, ({ says }) => says).values()].map((same) => `    ${causeText(same, placeOf)}`),
    ...(fixes.length > 0 ? ['  Each of these changes solves the problem, or a part of it:'] : []),
    ...fixes.map((fix) => `    ${fix}`),
  ];
}

/** Writes one line for documents with the same text. The versions of a package often have the same text. */
function causeText([first, ...more]: readonly [Cause, ...Cause[]], placeOf: PlaceOf): string {
  const { subject, says, source } = first;
  const others = more.length === 0 ? '' : ` and ${more.length} more (${listed(more.map((one) => one.subject))})`;
  return `${subject}${source ? ` (${placeText(placeOf(source))})` : ''}${others} ${says}`;
}

const REASONS: Readonly<Record<StepReason, string>> = {
  install: 'installed',
  startingCSV: 'installed as startingCSV',
  replaces: 'replaces it',
  skips: 'skips it',
  skipRange: 'skipRange covers it',
};

function reasonText({ reason, isAssumed }: UpgradeStep): string {
  return isAssumed ? 'assumed to follow it, as the bundle folders do not say so' : REASONS[reason];
}

/** Writes lines of text about each path. */
export function pathsText(paths: readonly UpgradePath[], placeOf: PlaceOf): string[] {
  return paths.flatMap((path, index) => [...(index > 0 ? [''] : []), ...pathText(path, placeOf)]);
}

function pathText(path: UpgradePath, placeOf: PlaceOf): string[] {
  const { namespace, subscription, package: packageName, channel, catalog, generated, installed, steps, neverInstalled, otherHeads } = path;
  return [
    `${namespace}/${subscription}: ${packageName} from ${catalog}, ${channel ? `channel ${channel}` : 'any channel'}${generated ? ' (written by OLM for a dependency)' : ''}`,
    `  ${installed === undefined ? 'nothing is installed' : `installed: ${installed}`}`,
    ...steps.map((step) => `  ${stepText(step)}`),
    ...(steps.length === 0 && !path.failure ? [path.isUnknown ? '  not known: its catalog is not available' : '  no step ahead'] : []),
    ...(neverInstalled.length > 0 ? [`  never installed: ${neverInstalled.join(', ')}`] : []),
    ...otherHeads.map((other) => `  channel ${other.channel} leads to ${other.head}`),
    ...path.deprecations.map((message) => `  deprecated: ${message}`),
    ...(path.heldBack === undefined ? [] : [`  held back by its OperatorCondition (Upgradeable): ${path.heldBack || 'no message'}`]),
    ...(path.uncertain ? ['  a step is left to chance: see cdk8s-olm resolve'] : []),
    ...(path.stopped === undefined ? [] : [`  stops: ${path.stopped}`]),
    ...(path.failure ? failureText(path.failure, placeOf) : []),
  ];
}

function stepText(step: UpgradeStep): string {
  const { to, channel, approval, comesAlong, minKubeVersion, deprecations } = step;
  return [
    `→ ${to} (${reasonText(step)}, channel ${channel}; ${approval === 'Manual' ? 'waits for approval' : 'without approval'})`,
    ...(comesAlong.length > 0 ? [`with it comes ${comesAlong.join(', ')}`] : []),
    ...(minKubeVersion === undefined ? [] : [`needs Kubernetes ${minKubeVersion}`]),
    ...deprecations.map((message) => `deprecated: ${message}`),
  ].join('; ');
}

/** Writes a Markdown table of each path. */
export function pathsMarkdown(paths: readonly UpgradePath[]): string[] {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return paths.flatMap(({ namespace, subscription, steps, installed, stopped }, index) => [
    ...(index > 0 ? [''] : []),
    `### ${namespace}/${subscription}`,
    '',
    '| From | To | Why | Approval | Comes along | Kubernetes |',
    '|---|---|---|---|---|---|',
    ...steps.map(
      (step) =>
        `| ${[step.from ?? '', step.to, reasonText(step), step.approval, step.comesAlong.join(', '), step.minKubeVersion ?? ''].map(cell).join(' | ')} |`,
    ),
    ...(steps.length === 0 ? [`| ${cell(installed ?? '')} | | no step ahead | | | |`] : []),
    ...(stopped === undefined ? [] : ['', `Stops: ${cell(stopped)}.`]),
  ]);
}

/** Writes a graph of all paths, in the language of Mermaid. */
export function pathsGraph(paths: readonly UpgradePath[]): string[] {
  const node = (id: string, text: string): string => `  ${id}["${text.replaceAll('"', "'")}"]`;
  return [
    'graph LR',
    ...paths.flatMap(({ namespace, subscription, installed, steps }, index) => {
      const names = [installed ?? `${namespace}/${subscription}`, ...steps.map(({ to }) => to)];
      return [
        ...names.map((name, at) => node(`p${index}s${at}`, name)),
        ...steps.map(
          ({ reason, approval }, at) => `  p${index}s${at} -->|"${reason}${approval === 'Manual' ? ', Manual' : ''}"| p${index}s${at + 1}`,
        ),
      ];
    }),
  ];
}
