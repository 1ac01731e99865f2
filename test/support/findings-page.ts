/** docs/findings.md and a page for each id, made of what the code says of its rules. */
import { CHECK_RULES, FINDING_RULES } from '../../src/findings/all-rules.js';
import { CHANGE_RULES } from '../../src/findings/changed/index.js';
import { RISK_RULES } from '../../src/findings/index.js';
import type { FindingRule } from '../../src/model/finding.js';

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
  'Each id has a page; `cdk8s-olm explain ID` prints the same. The ids are stable: reports, SARIF and baselines name them. A severity is the worst that a rule reports; a permission that is limited to some namespaces is often milder.',
  '## Risks of review',
  "`cdk8s-olm review` looks at the rendered roles and bindings and those in the input, with Kubernetes' default ClusterRoles and with aggregation. Each risk names who can do what and where, the path of the permission, and what to change. Permissions that Kubernetes' own roles give within a namespace are not risks.",
  'We call a subject powerful if it can become cluster-admin: directly, because one of these rules reports an error for it, or by reaching a powerful ServiceAccount through Pods, tokens or impersonation, in any number of steps.',
  `When an operator is installed for the first time, these are warnings instead of errors, because nearly every operator that watches all namespaces has them, and cluster-admin is more than one step away: ${INSTALLED}. An operator that gains one later is an error.`,
];

const CHANGES = [
  '## Changes',
  'What a change does apart from permissions. The review of the change reports these, and they are gone once it is merged. A baseline entry with a `fingerprint` accepts only the change that it was printed for; one without it accepts every change of its rule and subject.',
];

const FINDINGS = [
  '## Findings of check',
  '`cdk8s-olm check` and `render` report what OLM decides about the input. Their messages name the objects and the fix.',
];

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
    `${title}. Severity: ${severity}. [All findings](../findings.md)`,
    meaning,
    ...(attack === undefined ? [] : [`**How it is used.** ${attack}`]),
    `**What to do.** ${fix}`,
    ...(references.length === 0 ? [] : [`**References.** ${references.join('; ')}.`]),
  ].join('\n\n');
}

const BASELINE = [
  '## Accepting a risk',
  'A baseline, `.cdk8s-olm.yaml` in the working folder, lists what somebody has looked at and accepted:',
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
  '`permissions` are patterns, too: the entry accepts a risk with these permissions and no others. An entry without them accepts a risk that is new or unchanged, but not one that gains permissions. Reports print entries to paste; in them, `\\*` is the wildcard of a role itself.',
  'The same file can contain rules and severities of your own; docs/config.schema.json describes it. As with its entries, the file of BASE counts:',
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
  'Kinds, and keys of annotations and Namespace labels, that no table of this tool has are warnings until `known` names them. `cdk8s-olm baseline --known .` writes that section for a repository once, with reasons to fill in. An acceptance and a known thing count once they are in BASE: merge them first, in a change of their own. For one review, a person can accept with `--accept ID --by NAME`.',
  [
    '```yaml',
    'known:',
    '  - kind: SharedSecret.sharedresource.openshift.io',
    '    reason: the policy shared-secrets refuses those of other namespaces',
    '  - annotation: reflector.v1.k8s.emberstack.com/reflects',
    '    reason: the mirror copies only what allows it',
    '```',
  ].join('\n'),
  '`subject` is a pattern for the subject as reports print it; `*` does not match a `/`, and without a subject the entry accepts all: a change that brings such an entry for an error, or lowers the severity of one, is an error itself. `reason` is required. After the day named by `expires` the risk counts again. Entries that are past their date, and entries that nothing needs, are findings themselves. The environment variable SOURCE_DATE_EPOCH sets the date.',
];
