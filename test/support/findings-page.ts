/** docs/findings.md, made of what the code says of its rules. */
import { FINDING_DESCRIPTIONS } from '../../src/review/finding-descriptions.js';
import { RISK_RULES } from '../../src/review/risks/index.js';
import type { RiskRule } from '../../src/review/risks/rule.js';

/** The page: a section for each risk rule, a line for each finding. */
export function findingsPage(): string {
  return `${[...INTRODUCTION, ...RISK_RULES.map(section), ...findings(), ...BASELINE].join('\n\n')}\n`;
}

const INTRODUCTION = [
  '# Risks and findings',
  'The ids on this page are stable: reports, SARIF and baselines name them. A severity is the worst that a rule reports; where a right holds in namespaces only, it is often milder.',
  '## Risks of review',
  "`cdk8s-olm review` looks at the roles and bindings that are rendered and those of the input, with Kubernetes' default ClusterRoles and with aggregation. Each risk names who, what and where, the way by which it comes about, and what to change. The rights that Kubernetes' own roles give within a namespace are no risks.",
  [
    '| risk | severity | |',
    '|---|---|---|',
    ...RISK_RULES.map(({ id, severity, title }) => `| [${id}](#${id}) | ${severity} | ${title} |`),
  ].join('\n'),
];

function section({ id, severity, title, references, documentation: { meaning, attack, fix } }: RiskRule): string {
  return [
    `### ${id}`,
    `${title}. Severity: ${severity}.`,
    meaning,
    `**How it is used.** ${attack}`,
    `**What to do.** ${fix}`,
    `**References.** ${references.join('; ')}.`,
  ].join('\n\n');
}

function findings(): string[] {
  const rows = Object.entries(FINDING_DESCRIPTIONS).map(([id, { severity, text }]) => `| \`${id}\` | ${severity} | ${text} |`);
  return [
    '## Findings of check',
    '`cdk8s-olm check` and `render` say what OLM decides about the input. Their messages name the objects and the fix.',
    ['| finding | severity | what is the case |', '|---|---|---|', ...rows].join('\n'),
  ];
}

const BASELINE = [
  '## Accepting a risk',
  'A baseline, `.cdk8s-olm.yaml` in the working folder, lists what somebody has looked at and accepts:',
  [
    '```yaml',
    'accept:',
    '  - id: secrets-read',
    '    subject: ServiceAccount cert-manager/*',
    '    reason: cert-manager keeps the certificates of all namespaces in Secrets',
    '    expires: 2027-01-31',
    '```',
  ].join('\n'),
  '`subject` is a pattern for the subject as reports print it; `*` does not match a `/`, and without a subject the entry accepts all. `reason` is required. After the day named by `expires` the risk counts again. Entries that are past their date, and entries that nothing needs, are findings themselves. The environment variable SOURCE_DATE_EPOCH sets the date.',
];
