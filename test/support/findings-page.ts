/** docs/findings.md and a page for each id, made of what the code says of its rules. */

import { FILE_RULES } from '../../src/olm/checks/files/index.js';
import { RESOLUTION_RULES } from '../../src/olm/checks/index.js';
import { VERDICT_RULES } from '../../src/olm/checks/verdicts.js';
import type { FindingRule } from '../../src/olm/model/finding.js';
import { FINDING_CLASSES, type FindingClass } from '../../src/olm/model/rule-facts.js';
import { CHECK_RULES, FINDING_RULES } from '../../src/review/rules/all-rules.js';
import { BASELINE_RULES } from '../../src/review/rules/baseline/apply.js';
import { CHANGE_RULES } from '../../src/review/rules/changed/index.js';
import { RISK_RULES } from '../../src/review/rules/index.js';
import { lineDiff } from './line-diff.js';
import { exampleOf } from './rule-examples.js';

/** The page: all rules in tables by group, those of risks first. */
export function findingsPage(): string {
  const parts = [
    ...INTRODUCTION,
    [...RISKS, ...CHANGES, ...CHECKS].map(([title, list]) => `- [${title}](#${anchorOf(title)}): ${list.length}`).join('\n'),
    ...ABOUT_RISKS,
    ...RISKS.flatMap(group),
    ...ABOUT_CHANGES,
    ...CHANGES.flatMap(group),
    ...ABOUT_CHECKS,
    ...CHECKS.flatMap(group),
    ...BASELINE,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Rules with the heading of their table. */
type Group = readonly [title: string, list: readonly FindingRule[]];

const CLASSES: Readonly<Record<FindingClass, string>> = {
  permissions: 'permissions',
  cluster: 'the whole cluster',
  code: 'what runs',
  breaks: 'what no longer works',
  unread: 'what was not reviewed',
  other: 'the rest',
};

function byClass(noun: string, list: readonly FindingRule[], usual: FindingClass): readonly Group[] {
  return FINDING_CLASSES.flatMap((name): Group[] => {
    const found = list.filter((rule) => (rule.class ?? usual) === name);
    return found.length === 0 ? [] : [[`${noun}: ${CLASSES[name]}`, found]];
  });
}

const RISKS = byClass('Risks', RISK_RULES, 'permissions');
const CHANGES = byClass('Changes', CHANGE_RULES, 'other');

const CHECKS = ((): readonly Group[] => {
  const parts: readonly Group[] = [
    ['Check: the verdict of OLM', VERDICT_RULES],
    ['Check: groups, Subscriptions and CSVs', RESOLUTION_RULES],
    ['Check: files and objects beside them', FILE_RULES],
    ['Check: the baseline', BASELINE_RULES],
    ['Check: rendering', CHECK_RULES],
  ];
  const seen = new Set<FindingRule>();
  return parts.map(([title, list]): Group => {
    const left = list.filter((rule) => !seen.has(rule));
    for (const rule of left) seen.add(rule);
    return [title, left];
  });
})();

/** The anchor of a heading on GitHub, for the headings of groups. */
function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[:,]/g, '').replaceAll(' ', '-');
}

const INSTALLED = RISK_RULES.filter(({ severityWhenInstalled }) => severityWhenInstalled === 'warning')
  .map(({ id }) => `[${id}](findings/${id}.md)`)
  .join(', ');

const INTRODUCTION = [
  '# Risks and findings',
  'Each rule has an id and a page with an example; `cdk8s-olm explain ID` prints its text. Reports, SARIF and baselines use the ids, which are stable. The tables show the highest severity that a rule reports; a finding can have a lower one, for example for a permission in one namespace. The [site](../README.md#in-a-clone) has a search.',
];

const ABOUT_RISKS = [
  '## Risks of review',
  "Each risk has a subject, permissions, a scope, a path and a fix. Permissions that Kubernetes' own roles give within a namespace are not risks.",
  'A subject is called powerful if it can become cluster-admin: directly, because one of these rules reports an error for it, or by reaching a powerful ServiceAccount through Pods, tokens or impersonation, in any number of steps.',
  `For a newly installed operator, these risks are warnings, because nearly every operator that watches all namespaces has them, and cluster-admin is more than one step away: ${INSTALLED}. If an operator gains one of them later, that is an error.`,
  'An error is a kind of power that the subject did not have. If it had one that reaches as far, more permissions are a warning, even cluster-admin for an account that could become cluster-admin before. `--fail-on error,grants-more` stops a change that grants anything.',
];

const ABOUT_CHANGES = [
  '## Changes',
  'These are effects of a change other than permissions. A review reports them until the change is merged. A baseline entry with a `fingerprint` accepts only the change that it was printed for; an entry without `fingerprint` accepts every change with its id and subject.',
];

const ABOUT_CHECKS = ['## Findings of check', '`check` and `render` report these about the input.'];

function group([title, list]: Group): string[] {
  const rows = list.map((rule) => `| [${rule.id}](findings/${rule.id}.md) | ${rule.severity} | ${rule.title} |`);
  return [`### ${title}`, ['| id | severity | title |', '|---|---|---|', ...rows].join('\n')];
}

/** The page of each id, by the name of its file. */
export function rulePages(): ReadonlyMap<string, string> {
  return new Map(FINDING_RULES.map((rule) => [`${rule.id}.md`, `${rulePage(rule)}\n`]));
}

function rulePage({ id, severity, title, references, documentation: { meaning, attack, fix } }: FindingRule): string {
  return [
    `# ${id}`,
    `${title} ([${severity}](../findings.md)).`,
    meaning,
    ...(attack === undefined ? [] : [`**Why.** ${attack}`]),
    `**Fix.** ${fix}`,
    ...(references.length === 0 ? [] : [`**See.** ${references.join('; ')}.`]),
    ...exampleParts(id),
  ].join('\n\n');
}

/** The example of a rule: its files, those that a change alters as differences, and what is reported of it. */
function exampleParts(id: string): string[] {
  const example = exampleOf(id);
  if (!example) return [];
  const { whyNot, files, isChange, command, expected } = example;
  if (whyNot !== undefined) return [`**Example.** None: ${whyNot.charAt(0).toLowerCase()}${whyNot.slice(1)}`];
  const isSame = (name: string): boolean => files[`base/${name}`] === files[`head/${name}`];
  const names = isChange
    ? [...new Set(Object.keys(files).map((path) => path.replace(/^(?:base|head)\//, '')))].sort(
        (a, b) => Number(isSame(a)) - Number(isSame(b)),
      )
    : Object.keys(files);
  return [
    `**Example.** [examples/rules/${id}](../../examples/rules/${id}):`,
    ...names.flatMap((name) => {
      if (!isChange) return [`\`${name}\``, block('yaml', files[name] ?? '')];
      const [before, after] = [files[`base/${name}`], files[`head/${name}`]];
      if (isSame(name)) return [`\`${name}\`, unchanged`, block('yaml', after ?? '')];
      const how = before === undefined ? ', new' : after === undefined ? ', removed' : '';
      return [`\`${name}\`${how}`, block('diff', lineDiff(before ?? '', after ?? ''))];
    }),
    `\`cdk8s-olm ${command}\` reports:`,
    block('text', expected),
  ];
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\``;
}

const BASELINE = [
  '## Accepting a risk',
  'The baseline, `.cdk8s-olm.yaml` in the working folder, lists what somebody has accepted:',
  [
    '```yaml',
    'accept:',
    '  - id: secrets-read',
    '    subject: ServiceAccount cert-manager/*',
    '    permissions: [get secrets, list secrets, watch secrets]',
    '    reason: cert-manager keeps the certificates of all namespaces in Secrets',
    '    expires: 2027-01-31',
    '```',
  ].join('\n'),
  '`reason` is required. `subject` and `permissions` are patterns; `*` does not match a `/`, and `\\*` is the wildcard of a role itself. An entry with `permissions` accepts a risk with exactly these permissions. An entry without `permissions` does not accept a risk that gains permissions. An entry without `subject` accepts every subject: adding such an entry for an error, or lowering the severity of one, is itself an error. After the date in `expires`, the risk is reported again (SOURCE_DATE_EPOCH sets the date of the run). Expired and unused entries are findings. Reports print entries that you can paste.',
  'The file can also contain your own rules and severities ([config.schema.json](config.schema.json)):',
  [
    '```yaml',
    'rules:',
    '  - id: vault-write',
    '    title: Can write vaults',
    '    severity: error',
    '    match: { apiGroups: [keeper.example.com], resources: [vaults], verbs: [create, update, patch], scope: cluster }',
    'severities:',
    '  secrets-read: warning',
    '```',
  ].join('\n'),
  'Unknown kinds, annotation keys and Namespace labels are warnings until `known` names them. `cdk8s-olm baseline --known .` writes that section once, and you fill in the reasons. The file only has an effect in BASE, so merge it first, in a change of its own. For one review, a person can accept a finding with `--accept ID --by NAME`.',
  [
    '```yaml',
    'known:',
    '  - kind: SharedSecret.sharedresource.openshift.io',
    '    reason: the policy shared-secrets refuses those of other namespaces',
    '  - annotation: reflector.v1.k8s.emberstack.com/reflects',
    '    reason: the mirror copies only what allows it',
    '```',
  ].join('\n'),
];
