/** What the author of another package writes: it is compiled with declarations, and every type in them must have a name that is exported. */
import { App } from 'cdk8s';
import {
  type Bundle,
  type Catalog,
  type ClusterServiceVersion,
  type InstallPlanApprover,
  OlmCluster,
  OlmValidation,
  OperatorGroup,
  Operators,
  type ProblemError,
  type Subscription,
  TargetNamespaces,
} from 'cdk8s-olm';

const app = new App();
export const cluster = new OlmCluster(app, 'a');
export const same = cluster.addNamespace('x').addManifest({});

export const { resolution, findings, verdicts } = cluster;
export const [resolved] = resolution.csvs;
export const [resolvedGroup] = resolution.groups;
export const [replaced] = resolution.replaced;
export const { csv, group: groupOf, verdict, certainty, providedApis, unmet, rivals } = resolved;
export const { phase, reason } = verdict;
export const [operatorVerdict] = verdicts;
export const [finding] = findings;
export const { subject, related, place, path, scope, at, claims, differs, tier, presence, severity } = finding;

export const group = new OperatorGroup(cluster, 'g', { targets: TargetNamespaces.all() });
export const { adminRole, editRole, viewRole, metadata, apiObjects } = group;
export const resource = group.asApiResource();
export const account = (operator: Bundle | ClusterServiceVersion) => group.serviceAccount(operator);
export const accountSubject = (operator: Bundle) => group.serviceAccount(operator).toSubjectConfiguration();
export const existing = OperatorGroup.fromOperatorGroupName(app, 'b', 'n', { namespace: 'm' });

export const { spec } = TargetNamespaces.all();
export const selected = TargetNamespaces.selected({ matchExpressions: [{ key: 'a', operator: 'Exists' }] });
export const operators = (lock: string) => Operators.fromLock(lock);
export const pin = (of: Operators) => of.pin('x');
export const content = (bundle: Bundle) => bundle.content;
export const parts = ({ manifest, source }: ClusterServiceVersion) => [manifest, source] as const;

type Props<Class extends abstract new (...given: never[]) => unknown> = NonNullable<ConstructorParameters<Class>[2]>;
export const settings = {} as Props<typeof OlmCluster>;
export const { install, finishing, only, profile, platform, failOn } = settings;
export const others = {} as Props<typeof OperatorGroup | typeof Subscription | typeof Catalog | typeof InstallPlanApprover>;
export const namespace = {} as Parameters<OlmCluster['addNamespace']>[1];

export const validation = new OlmValidation();
export const report = (context: Parameters<OlmValidation['validate']>[0]) => context.report;
export const problem = ({ problems: [first] }: ProblemError) => first;
export const code = ({ problems: [first] }: ProblemError) => first.code;

export class Mine extends OlmCluster {
  readonly group = new OperatorGroup(this, 'x', { targets: TargetNamespaces.all() });
  readonly role = this.group.editRole;
  get worst() {
    return this.findings[0];
  }
}
