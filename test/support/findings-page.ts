/** docs/findings.md and a page for each id, made of what the code says of its rules. */

import type { FindingRule } from '../../src/olm/model/finding.js';
import { CHECK_RULES, FINDING_RULES } from '../../src/review/rules/all-rules.js';
import { CHANGE_RULES } from '../../src/review/rules/changed/index.js';
import { RISK_RULES } from '../../src/review/rules/index.js';
import { lineDiff } from './line-diff.js';
import { exampleOf } from './rule-examples.js';

/** The page: all rules in tables, those of risks first. */
export function findingsPage(): string {
  const parts = [
    ...INTRODUCTION,
    ...rules(RISK_RULES, 'risk'),
    ...CHANGES,
    ...rules(CHANGE_RULES, 'change'),
    ...FINDINGS,
    ...rules(CHECK_RULES, 'finding'),
    ...BASELINE,
  ];
  return `${parts.join('\n\n')}\n`;
}

const INSTALLED = RISK_RULES.filter(({ severityWhenInstalled }) => severityWhenInstalled === 'warning')
  .map(({ id }) => `[${id}](findings/${id}.md)`)
  .join(', ');

const INTRODUCTION = [
  '# Risks and findings',
  'Each id has a page with an example; `cdk8s-olm explain ID` prints its text. Reports, SARIF and baselines name the ids, which are stable. The severity is the worst that a rule reports; in some namespaces only, it is often milder.',
  '## Risks of review',
  "Each risk has a subject, permissions, a scope, a path and a fix. Permissions that Kubernetes' own roles give within a namespace are not risks.",
  'We call a subject powerful if it can become cluster-admin: directly, because one of these rules reports an error for it, or by reaching a powerful ServiceAccount through Pods, tokens or impersonation, in any number of steps.',
  `When an operator is installed for the first time, these are warnings, because nearly every operator that watches all namespaces has them, and cluster-admin is more than one step away: ${INSTALLED}. An operator that gains one later is an error.`,
];

const CHANGES = [
  '## Changes',
  'Effects of a change other than permissions, reported until it is merged. A baseline entry with a `fingerprint` accepts only the change that it was printed for; one without it accepts every change of its rule and subject.',
];

const FINDINGS = ['## Findings of check', '`check` and `render` report these about the input.'];

function rules(list: readonly FindingRule[], noun: string): string[] {
  const rows = list.map(({ id, severity, title }) => `| [${id}](findings/${id}.md) | ${severity} | ${title} |`);
  return [[`| ${noun} | severity | |`, '|---|---|---|', ...rows].join('\n')];
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
      if (isSame(name)) return [`\`${name}\`, which stays`, block('yaml', after ?? '')];
      const how = before === undefined ? ', which is new' : after === undefined ? ', which is removed' : '';
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
  '`reason` is required. `subject` and `permissions` are patterns; `*` does not match a `/`, and `\\*` is the wildcard of a role itself. With `permissions`, the entry accepts a risk with these permissions and no others; without, a risk that gains permissions is not accepted. Without a subject, it accepts all: a change that adds such an entry for an error, or lowers the severity of one, is an error itself. After `expires`, the risk counts again (SOURCE_DATE_EPOCH sets the date). Expired and unused entries are findings. Reports print entries to paste.',
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
  'Unknown kinds, annotation keys and Namespace labels are warnings until `known` names them. `cdk8s-olm baseline --known .` writes that section once, with reasons to fill in. Everything in the file counts once it is in BASE, so merge it first, in a change of its own. For one review, a person can accept with `--accept ID --by NAME`.',
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
