/**
 * The schema of all JSON outputs: docs/output.schema.json and the types are made from it, and `report merge` checks its input by it.
 * Published declarations write these types out, because users of the library have no zod.
 */
import { z } from 'zod';
import { SEVERITIES, TIERS } from '../olm/model/finding.js';
import { UNREAD_REASONS, type UnreadReason } from '../olm/model/unread-file.js';
import { FINDING_RULES } from '../review/index.js';
import { SCHEMA_VERSION } from './schema-version.js';

const severity = z.enum(SEVERITIES).describe('From highest to lowest: error, warning, info.');
const schemaVersion = z.literal(SCHEMA_VERSION).describe('Increases when a field is renamed or removed.');

const text = z.string();
const count = z.int().nonnegative();

export const reference = z
  .strictObject({ kind: text, namespace: text.optional(), name: text })
  .describe('Names one object of the cluster.');

export const place = z
  .strictObject({
    file: text,
    line: z.int().positive().optional(),
    column: z.int().positive().optional(),
    inside: reference.optional().describe('The object in the file, such as a policy, from which a tool creates the object of the finding.'),
  })
  .describe('A place in a source file; lines and columns are counted from 1.');

export const path = z
  .strictObject({
    binding: reference.optional(),
    roles: z.array(reference).describe('The bound role, the roles between it and the last one by aggregation, and the role with the rule.'),
    rule: count.describe('Index in the rules of the last role.'),
    owner: reference.optional().describe('The CSV or OperatorGroup that the role was created for.'),
    field: text.optional().describe('The field of the owner that the rule was taken from.'),
    place: place.optional(),
  })
  .describe('The path to a permission.');

export const subject = z
  .strictObject({ kind: z.enum(['User', 'Group', 'ServiceAccount', 'RoleHolder']), name: text, namespace: text.optional() })
  .describe('Who has the permission; a RoleHolder is anyone bound to the ClusterRole of this name.');

const scope = z
  .union([z.enum(['cluster', 'where-bound']), z.array(text)])
  .describe('All namespaces (cluster), wherever the role is bound (where-bound), or these namespaces.');

export const grant = z
  .strictObject({
    subject,
    scope,
    right: z.strictObject({
      verbs: z.array(text),
      apiGroup: text.optional(),
      resource: text.optional(),
      resourceNames: z.array(text).optional(),
      nonResourceURL: text.optional(),
    }),
    paths: z.array(path),
  })
  .describe('A permission of one subject in one scope.');

export const step = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('subject'), subject }),
    z.strictObject({ kind: z.literal('holders'), roles: z.array(text) }).describe('Anyone bound to one of these ClusterRoles.'),
    z.strictObject({
      kind: z.enum(['binding', 'role', 'aggregates', 'object']),
      object: reference,
      place: place.optional().describe('Where it is, in a unit that the change does not touch.'),
    }),
    z.strictObject({ kind: z.literal('field'), object: reference, field: text }),
    z.strictObject({ kind: z.enum(['permissions', 'effect']), text }),
  ])
  .meta({
    id: 'Step',
    description: 'A step of the path to a permission; a binding or role without a namespace is one in each namespace of the risk.',
  });

export const ruleId = z
  .union([z.enum(FINDING_RULES.map(({ id }) => id)), text.regex(/^[\w-]+$/)])
  .describe('docs/findings.md explains each; others are rules of the baseline file.');

export const finding = z
  .strictObject({
    id: ruleId,
    severity,
    subject: reference,
    object: reference.optional().describe('The object of the finding, if the subject only contains it, such as a Deployment of a CSV.'),
    message: text,
    before: text.optional().describe('For a change: the value before.'),
    after: text.optional().describe('For a change: the value after.'),
    presence: z.enum(['added', 'removed']).optional().describe('For a change: whether the whole subject is added or removed.'),
    path: text.optional().describe('For a risk: the path to the permission, in one line.'),
    rights: z
      .array(text)
      .optional()
      .describe('For a risk about permissions: the permissions as text, such as create deployments.apps, sorted.'),
    tier: z.enum(TIERS).optional().describe('For a risk that a change adds: the reach of its permissions.'),
    added: z.array(text).optional().describe('The permissions that the same risk of BASE does not cover.'),
    removed: z.array(text).optional().describe('The permissions of the same risk of BASE that this risk does not cover.'),
    scope: scope.optional().describe('Where they apply.'),
    steps: z.array(step).optional().describe('The same, step by step.'),
    fix: text,
    related: z.array(reference).describe('Other objects of the finding.'),
    references: z.array(text).describe('Names of controls, such as CIS Kubernetes 5.1.2.'),
    verdict: z
      .boolean()
      .describe('Whether the finding is about a verdict by which a CSV does not run, or a verdict that does not decide whether it runs.'),
    place: place.optional(),
    fingerprint: text.describe('The same for the same finding on both sides and in later reviews.'),
  })
  .describe('A finding: a risk, a change, or a finding about the input.');

export const verdict = z
  .strictObject({
    namespace: text,
    name: text,
    operatorGroup: text.nullable().describe('The OperatorGroup of the namespace, if there is exactly one.'),
    targetNamespaces: z
      .array(text)
      .nullable()
      .describe('The target namespaces of the OperatorGroup; the empty string means all namespaces.'),
    phase: text.describe('Empty if OLM never gives the CSV a phase.'),
    reason: text,
    message: text,
    certainty: z.enum(['certain', 'ambiguous', 'unstable']),
    rivals: z.array(text).describe('namespace/name of the CSVs that an uncertain verdict depends on.'),
    place: place.optional(),
  })
  .describe("OLM's decision about one CSV.");

export const problem = z
  .strictObject({
    severity: z.enum(['error', 'warning']),
    code: text.describe('docs/problems.md explains each.'),
    message: text,
    place: place.optional(),
    path: text.optional().describe('The field.'),
    found: text.optional(),
    expected: text.optional(),
    fix: text,
    excerpt: text.optional().describe('The line.'),
    caret: z.int().optional().describe('The column of the place within the excerpt.'),
    tolerated: z.literal(true).optional().describe('Accepted because of --lenient.'),
    isAlone: z.literal(true).optional().describe('The problem leaves out only its own object.'),
    isAside: z.literal(true).optional().describe('The file of the problem, which nothing lists, is not read; the rest is judged.'),
  })
  .describe('An error in the input.');

const unknownOperator = z
  .strictObject({
    namespace: text,
    subscription: text.nullable().describe('Null for a dependency.'),
    package: text,
    channel: text.nullable().describe('Null for the default channel.'),
    catalog: text.describe('The namespace and name of the CatalogSource.'),
    approval: text,
    startingCSV: text.nullable(),
    why: z
      .enum(['catalog', 'package', 'content', 'stale', 'refused'])
      .describe(
        'The catalog is not available; it is available but does not have the package; it lists the bundle without manifests; the lock was made for another request; the Subscription has a problem.',
      ),
    bundle: text.optional().describe('The name of its CSV, if the catalog has it.'),
    nearest: text.optional().describe('An available package whose name is almost the same.'),
    neededBy: z.array(text).optional().describe('The bundles that need it, if no Subscription asks for it.'),
    place,
  })
  .describe('An operator whose bundle is not available.');

const operator = z
  .strictObject({
    namespace: text,
    name: text.nullable().describe('The name of the Subscription or ClusterExtension.'),
    package: text.nullable(),
    channel: text.nullable(),
    source: text.nullable(),
    version: text.nullable().describe('The name of its CSV.'),
    approval: text.nullable(),
    locked: z.literal(true).optional().describe('A lock names its version, and no catalog of the input does.'),
    verdict: text.describe('A phase of OLM; known or refused of OLM v1, which has none; not known if the bundle is not available.'),
    reason: text.optional().describe("OLM's reason, if the operator does not run."),
    power: text
      .nullable()
      .describe(
        'The worst risk of its accounts: a severity, a rule, and the number of other rules; in other cases, the words of the verdict.',
      ),
  })
  .describe('An operator, and the object that asks for it.');

const holder = z
  .strictObject({
    holder: text.describe('An account, user or group, or anyone bound to a role.'),
    operators: z.array(text).describe('The operators that use the account: CSVs as namespace/name, and ClusterExtensions.'),
    risks: z.array(z.strictObject({ id: text, severity, message: text })).describe('Its risks, the worst first.'),
  })
  .describe('A subject with risks.');

export const versions = z
  .strictObject({
    olm: text.nullable().describe('Null means the OLM of OpenShift.'),
    openshift: text.nullable().describe('Null if nothing shows that the cluster is OpenShift.'),
    kubernetes: text,
    notes: z.array(text).describe('Notes on versions that were given and are not used.'),
  })
  .describe('The versions of OLM, OpenShift and Kubernetes for which the result is valid.');

const refusedUpgrade = z
  .strictObject({
    crd: text.describe('Its name.'),
    verdicts: z
      .array(
        z.strictObject({
          check: text.describe('As OLM v1 names it, such as type or existingFieldRemoval.'),
          severity,
          message: text,
          version: text.optional().describe('The version whose schema changed, or two versions that differ.'),
          path: text.optional().describe('The path in the schema.'),
          fields: z.array(text).optional().describe('The fields that differ, if the check does not know more.'),
          ofRemovedPath: z.literal(true).optional().describe('The path was removed; another verdict reports that.'),
          effects: z
            .array(
              z.strictObject({
                severity,
                said: text,
                always: z.boolean().optional().describe('An object is refused even if an update does not change the value.'),
                isLoss: z.literal(true).optional().describe('Objects lose the content of the field; nothing is refused.'),
                isSaid: z.literal(true).optional().describe('The verdict on a field around it reports it.'),
              }),
            )
            .describe('The effects on stored objects and clients.'),
        }),
      )
      .describe('The worst first.'),
  })
  .describe('A CRD that OLM v1 would refuse to upgrade.');

const inUnits = {
  units: z
    .array(text)
    .optional()
    .describe('For a repository that is judged unit by unit: the units with it; places are those of the first unit.'),
};

export const findingInUnits = finding.extend(inUnits);

const unit = z
  .strictObject({
    unit: text.describe('The path of its folder in the repository.'),
    kind: z.enum(['kustomization', 'folder', 'chart', 'cluster']),
    state: z
      .enum(['judged', 'in-parts', 'not-read', 'without-operators'])
      .describe('The problems show why a unit is not read. A cluster whose units contradict each other is judged in parts.'),
    appliedBy: z.array(text).optional().describe('The Applications, ApplicationSets and Kustomizations of Flux that name its path.'),
  })
  .describe('A unit: files that a tool applies together.');

/** The output of `check --format json`. */
export const checkOutput = z
  .strictObject({
    schemaVersion,
    units: z.array(unit).optional().describe('For a repository whose units or clusters are judged separately.'),
    unexpanded: z.array(text).optional().describe('ApplicationSets that cannot be expanded from the repository alone.'),
    locks: z
      .array(z.strictObject({ file: text, ...inUnits }))
      .optional()
      .describe('The locks that name the version of an operator.'),
    operators: z.array(operator.extend(inUnits)),
    verdicts: z.array(verdict.extend(inUnits)),
    unknownOperators: z.array(unknownOperator.extend(inUnits)),
    inventory: z.array(holder.extend(inUnits)),
    findings: z.array(findingInUnits),
    versions: versions.optional(),
    crdUpgrades: z.array(refusedUpgrade).optional().describe('With --previous.'),
    problems: z.array(problem.extend(inUnits)),
  })
  .describe('The output of check.');

/** The output of `explain --format json`. */
export const explainOutput = z
  .strictObject({
    schemaVersion,
    object: reference,
    place: place.optional(),
    facts: z.array(z.strictObject({ label: text, text })),
    findings: z.array(finding),
    grants: z.array(grant).optional().describe('The permissions of a subject.'),
    versions,
  })
  .describe('The output of explain.');

export const request = z
  .union([
    z.strictObject({ verb: text, apiGroup: text, resource: text, subresource: text.optional(), name: text.optional() }),
    z.strictObject({ verb: text, path: text }),
  ])
  .describe('The question: a verb on a resource (with name: on that object), or on a URL path of the API server.');

const allowed = z
  .array(
    z.strictObject({
      subject,
      scope,
      paths: z.array(path),
      verbs: z.array(text).optional().describe('For read and write: the verbs that the subject has.'),
      operators: z.array(text).optional().describe('With --operators: the CSVs, as namespace/name.'),
    }),
  )
  .describe('Who can do it, in all namespaces (cluster), wherever a role is bound (where-bound), or in these namespaces.');

const perhaps = z
  .strictObject({
    subject,
    scope,
    binding: reference,
    role: reference,
    dependsOn: z
      .strictObject({ csv: reference, rivals: z.array(reference) })
      .optional()
      .describe('The CSV whose outcome depends on the order, and the CSVs that it competes with.'),
    isPlaceOpen: z.literal(true).optional().describe('The binding has no namespace and can be applied there.'),
  })
  .describe(
    'A subject that can perhaps do it: the role is neither in the input nor a default one, OLM creates it only in some orders, or the binding has no namespace.',
  );

const unknownOperators = z
  .array(z.strictObject({ namespace: text, package: text }))
  .describe('Operators that are not known: perhaps their accounts can do it, or the account in the question is theirs.');

const where = {
  namespace: text.nullable().describe('Null: anywhere, or in all namespaces at once.'),
  allNamespaces: z.boolean().describe('In all namespaces at once.'),
};

/** The output of `who-can --format json`. */
export const whoCanOutput = z
  .strictObject({ request, ...where, allowed, perhaps: z.array(perhaps.extend({ operators: z.array(text).optional() })), unknownOperators })
  .describe('The output of who-can.');

const asked = {
  as: subject.describe('The account, user or group asked about.'),
  groups: z.array(text).describe('The other groups that it is in.'),
  ...where,
};

const listed = {
  grants: z.array(grant),
  everyone: z.array(grant).describe("Permissions that Kubernetes' own bindings give its groups, such as to ask who it is."),
  perhaps: z.array(perhaps.extend({ right: grant.shape.right.optional().describe('Absent if the whole role is meant.') })),
  unknownOperators,
};

/** The output of `can-i --format json`. */
export const canIOutput = z
  .union([
    z.strictObject({ ...asked, request, answer: z.enum(['yes', 'perhaps', 'no']), allowed, perhaps: z.array(perhaps), unknownOperators }),
    z
      .strictObject({
        ...asked,
        ...listed,
      })
      .describe('With --list.'),
    z
      .strictObject({
        ...where,
        accounts: z.array(
          z.strictObject({
            operators: z.array(text).describe('The CSVs, as namespace/name.'),
            as: subject,
            groups: asked.groups,
            ...listed,
          }),
        ),
      })
      .describe('With --list and --operators.'),
  ])
  .describe('The output of can-i.');

export const unreadFile = z.strictObject({
  path: text,
  file: text,
  entry: text.optional(),
  reason: z.enum(Object.keys(UNREAD_REASONS) as UnreadReason[]),
  content: text,
});

/** The output of `review --format json`. */
export const reviewOutput = z
  .strictObject({
    schemaVersion,
    base: text,
    head: text,
    versions: z.strictObject({ base: versions, head: versions }).optional().describe('Absent if the calling program gave no versions.'),
    summary: z.strictObject({
      tone: z
        .enum(['same', 'less', 'look', 'stop'])
        .describe(
          'same: no change in meaning. less: nothing more is granted, and nothing is worse than a note. look: check the change. stop: errors stop it.',
        ),
      answer: z
        .enum(['more', 'perhaps', 'breaks', 'less', 'none', 'same'])
        .describe(
          'The change grants more; perhaps grants more, because something is not known; grants less; grants nothing more; or does not change the meaning.',
        ),
      headline: text,
      breaks: z.array(text).describe('Things that may stop working, apart from the headline.'),
      perhaps: z.array(text).describe('Changes that may grant more, apart from the headline.'),
      notReviewed: z.array(text).describe('Objects and files that were not reviewed, apart from the headline.'),
      advice: text.optional().describe('Advice; absent if there is none.'),
      points: z.array(z.strictObject({ severity, text })),
      counts: z.array(text),
    }),
    findings: z
      .strictObject({
        new: z.array(finding).describe('Findings that only HEAD has, and effects of the change.'),
        grown: z.array(finding).describe('The same rule, subject and scope; permissions were added.'),
        unchanged: z.array(finding),
        smaller: z.array(finding).describe('Permissions or namespaces were removed, and none was added.'),
        fixed: z.array(finding).describe('Findings that only BASE has.'),
        accepted: z
          .array(z.strictObject({ finding, reason: text, expires: text.optional(), by: text.optional() }))
          .describe('By the baseline, or by somebody for this review.'),
      })
      .describe('All findings of the review.'),
    gained: z.array(grant).describe('Permissions of HEAD that BASE does not cover.'),
    lost: z.array(grant).describe('Permissions of BASE that HEAD does not cover.'),
    renames: z
      .array(z.strictObject({ from: reference, to: reference, overlap: z.number().min(0).max(1) }))
      .describe('Accounts of operators that have another name in HEAD, with the share of permissions that both names have in common.'),
    profiles: z
      .array(z.strictObject({ operator: reference, risks: z.array(finding) }))
      .describe('Operators that only HEAD has, with their risks, worst first.'),
    operators: z
      .array(
        z.strictObject({
          operator: reference.describe(
            'Its ClusterServiceVersion after the change, or before it; for an unknown operator, the Subscription.',
          ),
          name: text.describe('Its package.'),
          before: text.optional().describe('The version; for an unknown operator, the version or channel in its Subscription.'),
          after: text.optional(),
          targets: z.array(text).optional().describe('The namespaces that it watches; the empty string means all.'),
          approval: text.optional().describe('How OLM upgrades it: Automatic or Manual.'),
          isUnknown: z.literal(true).optional().describe('Its permissions are not known.'),
          objects: z.array(reference).describe('Its objects: its accounts, its CRDs, the objects of its bundle.'),
          units: text.optional().describe('For a repository that is judged unit by unit: the units with the operator.'),
        }),
      )
      .describe('Operators that are added, removed or changed, and those that a finding is about.'),
    changes: z
      .array(
        z.strictObject({
          object: reference.describe('For a file that holds no object: the kind File, and its path as the name.'),
          presence: z.enum(['added', 'removed']).optional(),
          fields: z
            .array(
              z.strictObject({
                field: text.describe('Its path, or in words what differs.'),
                before: text.optional().describe('The values, cut to what differs; absent where a side has none, and for secrets.'),
                after: text.optional(),
              }),
            )
            .describe('What differs, for what both sides have.'),
          operator: text.optional().describe('The package of the operator whose bundle it is in.'),
          units: text.optional().describe('Of a repository that is judged unit by unit: those that it is in.'),
        }),
      )
      .describe('Everything that differs: objects by meaning, after building, and files that hold no object.'),
    objects: z.strictObject({ added: count, removed: count, changed: count }),
    unread: z.array(unreadFile).describe('Files of HEAD that are not read and are the same in BASE; new and changed ones are risks.'),
    accepting: text.describe('Baseline entries that accept the new findings, as YAML; empty if there are none.'),
  })
  .describe('The output of review: the effect of a change.');

/** Output is written once and never changed. */
type Frozen<T> = T extends (infer One)[] ? readonly Frozen<One>[] : T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

export type JsonPlace = Frozen<z.infer<typeof place>>;
export type JsonFinding = Frozen<z.infer<typeof finding>>;
export type JsonVerdict = Frozen<z.infer<typeof verdict>>;
export type JsonProblem = Frozen<z.infer<typeof problem>>;
export type JsonOperator = Frozen<z.infer<typeof operator>>;
export type JsonUnknownOperator = Frozen<z.infer<typeof unknownOperator>>;
export type JsonHolder = Frozen<z.infer<typeof holder>>;
export type JsonVersions = Frozen<z.infer<typeof versions>>;
export type JsonCheck = Frozen<z.infer<typeof checkOutput>>;
export type JsonReview = Frozen<z.infer<typeof reviewOutput>>;
