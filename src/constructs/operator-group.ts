/** OperatorGroup: a group of operators that watch the same namespaces. */
import { ApiObject, type ApiObjectMetadataDefinition, Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { z } from 'zod';
import { OperatorGroup as OperatorGroupObject, OperatorGroupSpecUpgradeStrategy } from '../../imports/operators.coreos.com.js';
import { valueAt } from '../base/manifest/field-path.js';
import { PROVIDED_APIS_ANNOTATION } from '../olm/model/operator-group.js';
import { GROUP_ROLES, type GroupRole } from '../olm/render/profile/group-roles.js';
import { AGGREGATE_ANNOTATION, GRANTS_ANNOTATION } from '../olm/rules/descoped.js';
import { checkArguments, FLAG, METADATA, oneOf, placeOf, settings, TEXT } from './arguments.js';
import { Bundle } from './bundle.js';
import { ClusterServiceVersion } from './cluster-service-version.js';
import type { DerivedObject } from './derived.js';
import { hookNode } from './node-hooks.js';
import { metadataOf, type WithMetadata } from './object-metadata.js';
import { OlmCluster } from './olm-cluster.js';
import { ExistingOperatorGroup, GroupResource, type IOperatorGroup, OperatorAccount, OperatorGroupRole } from './references.js';
import type { Declared } from './synthesis-inputs.js';
import { TargetNamespaces } from './target-namespaces.js';
import { resolveTokens } from './tokens.js';

/** Settings of an OperatorGroup. */
export interface OperatorGroupProps extends WithMetadata {
  /** The operator namespace. It is added to the cluster if it is missing. @default the namespace of the chart around the group, or the construct's id */
  readonly namespace?: string;
  /** The group's name. @default the construct's id */
  readonly name?: string;
  /** The namespaces that the group's operators watch. Use `TargetNamespaces.all()` for a global group. */
  readonly targets: TargetNamespaces;
  /** APIs that the group reserves, each as `Kind.version.group`. They make the group static. @default none: OLM lists the APIs of the operators */
  readonly reservedAPIs?: string[];
  /** The ServiceAccount that limits the permissions of the group's operators. It must exist in the operator namespace. @default no limit */
  readonly serviceAccountName?: string;
  /** Whether an upgrade can start from a failed version. @default 'Default': it cannot */
  readonly upgradeStrategy?: `${OperatorGroupSpecUpgradeStrategy}`;
  /** Render manifests that run the group's operators without OLM, instead of manifests for OLM. @default the setting of the OlmCluster */
  readonly install?: boolean;
  /** Whether Kubernetes' admin, edit and view include the APIs of operators that are installed without OLM. If false, only subjects bound to the group's own roles get them. @default true */
  readonly aggregate?: boolean;
}

/** Settings of an operator in an OperatorGroup. */
export interface AddOperatorOptions {
  /** Render manifests that run this operator without OLM. This needs the operator's bundle. @default the setting of the OperatorGroup */
  readonly install?: boolean;
}

/** The namespace of an object that is declared elsewhere. */
export interface InNamespace {
  /** The namespace. */
  readonly namespace: string;
}

const SYMBOL = Symbol.for('cdk8s-olm.OperatorGroup');

const TARGETS = z.custom(
  TargetNamespaces.isTargetNamespaces,
  "TargetNamespaces.named('a', 'b'), .labelled({ tenant: 'a' }), .selected(selector), or .all() for all namespaces",
);
const PROPS = settings({
  namespace: TEXT('the name of a namespace').optional(),
  name: TEXT('the name of the group').optional(),
  targets: TARGETS,
  reservedAPIs: z.array(TEXT('an API as Kind.version.group'), 'a list of APIs, each as Kind.version.group').optional(),
  serviceAccountName: TEXT('the name of a ServiceAccount').optional(),
  upgradeStrategy: oneOf(Object.values(OperatorGroupSpecUpgradeStrategy)).optional(),
  install: FLAG.optional(),
  aggregate: FLAG.optional(),
  ...METADATA,
});
const CSV_OR_BUNDLE = z.custom(
  (value) => ClusterServiceVersion.isClusterServiceVersion(value) || Bundle.isBundle(value),
  "ClusterServiceVersion.fromFile('…'), ClusterServiceVersion.fromManifest({ … }) or Bundle.fromDirectory('…')",
);
const OPERATOR = z.tuple([CSV_OR_BUNDLE, settings({ install: FLAG.optional() })]);
const ACCOUNT = z.tuple([CSV_OR_BUNDLE]);
const EXISTING = z.tuple([TEXT('the name of the group'), settings({ namespace: TEXT('the namespace of the group') })]);
const ACCESS = z.tuple([oneOf(GROUP_ROLES)]);
const GRANT = z.tuple([CSV_OR_BUNDLE, settings({ namespace: TEXT('the namespace of the operator') })]);

/**
 * An OperatorGroup of the cluster around it.
 *
 * `ApiObject.of(group)` is the rendered OperatorGroup. `apiObjects` are all objects that are rendered for the group and its operators,
 * such as roles.
 *
 * @example
 * const group = new OperatorGroup(cluster, 'team-a', { targets: TargetNamespaces.labelled({ tenant: 'a' }) });
 * group.addOperator(ClusterServiceVersion.fromFile('operators/etcd.v0.9.4.yaml'));
 */
export class OperatorGroup extends GroupResource {
  /** Whether a value is an OperatorGroup of any copy of this package. */
  static isOperatorGroup(value: unknown): value is OperatorGroup {
    return typeof value === 'object' && value !== null && SYMBOL in value;
  }

  /**
   * An OperatorGroup that the app does not declare, such as OpenShift's own for all namespaces. Put Subscriptions into it, or name it in
   * the rules of cdk8s-plus. Its target namespaces come from the platform of the OlmCluster, or from `addManifest`.
   *
   * @throws TypeError for a wrong name or namespace
   *
   * @example
   * const group = OperatorGroup.fromOperatorGroupName(cluster, 'global', 'global-operators', { namespace: 'openshift-operators' });
   */
  static fromOperatorGroupName(scope: Construct, id: string, name: string, options: InNamespace): IOperatorGroup {
    checkArguments('OperatorGroup.fromOperatorGroupName', EXISTING, [name, options]);
    return new ExistingOperatorGroup(scope, id, name, options.namespace);
  }

  private readonly cluster: OlmCluster;
  private readonly props: OperatorGroupProps;
  /** Descoped operators of other namespaces. */
  private readonly granted: (() => string)[] = [];

  /** @throws TypeError for a wrong setting, or without `targets` */
  constructor(scope: Construct, id: string, props: OperatorGroupProps) {
    super(scope, id);
    Object.defineProperty(this, SYMBOL, { value: true });
    this.cluster = OlmCluster.of(this);
    checkArguments(placeOf(this), PROPS, props ?? {});
    this.props = props;
    this.cluster._declare(this, () => this.declared());
    this.cluster._standsFor(this, () => this.objects(this.cluster._heldObjects));
    hookNode(this, 'defaultChild', () => this.objects(this.cluster._derivedObjects()).find((object) => this.isGroup(object)));
  }

  /** The operator namespace. */
  get namespace(): string {
    const { namespace } = resolveTokens({ namespace: this.props.namespace }, this);
    return namespace ?? chartOf(this)?.namespace ?? this.node.id;
  }

  /** The group's name. */
  get name(): string {
    return resolveTokens({ name: this.props.name }, this).name ?? this.node.id;
  }

  /** `metadata` of the rendered OperatorGroup. @throws Error if a declaration is not valid */
  get metadata(): ApiObjectMetadataDefinition {
    return ApiObject.of(this).metadata;
  }

  /** The group's own ClusterRole for people who administer the APIs of its operators. The profile decides its name. */
  get adminRole(): OperatorGroupRole {
    return this.role('admin');
  }

  /** The group's own ClusterRole for people who edit objects of these APIs. */
  get editRole(): OperatorGroupRole {
    return this.role('edit');
  }

  /** The group's own ClusterRole for people who only read objects of these APIs. */
  get viewRole(): OperatorGroupRole {
    return this.role('view');
  }

  /**
   * The ServiceAccount that an operator of the group runs as, as a subject of bindings.
   *
   * @throws TypeError for anything but a Bundle or a ClusterServiceVersion
   * @throws Error if its Deployments run as no account or as several
   */
  serviceAccount(operator: Bundle | ClusterServiceVersion): OperatorAccount {
    checkArguments(placeOf(this, 'serviceAccount'), ACCOUNT, [operator]);
    const manifest = resolveTokens(Bundle.isBundle(operator) ? operator.content.csv : operator.manifest, this);
    const [account, ...others] = accountsOf(manifest);
    if (account === undefined || others.length > 0) {
      const names = [account ?? 'none', ...others].join(', ');
      throw new Error(`${placeOf(this, 'serviceAccount')}: ${memberName(operator, this)} runs as ${names}; expected one ServiceAccount`);
    }
    const id = `account:${account}`;
    return (this.node.tryFindChild(id) as OperatorAccount | undefined) ?? new OperatorAccount(this, id, account, this.namespace);
  }

  /**
   * The objects that are rendered for the group and its operators, from the declarations so far. Labels, annotations and patches that you
   * add are kept when they are rendered again.
   *
   * @throws Error if a declaration is not valid
   *
   * @example
   * for (const role of group.apiObjects.filter(({ kind }) => kind === 'ClusterRole')) {
   *   role.metadata.addAnnotation('argocd.argoproj.io/sync-wave', '-1');
   * }
   */
  get apiObjects(): ApiObject[] {
    return this.objects(this.cluster._derivedObjects());
  }

  /**
   * Adds an operator: its CSV is rendered in the group's namespace. The rules decide whether it becomes a member of the group.
   *
   * @param options `install` renders manifests that run this operator without OLM. This needs the operator's bundle
   * @throws TypeError for anything but a Bundle or a ClusterServiceVersion
   */
  addOperator(operator: Bundle | ClusterServiceVersion, options: AddOperatorOptions = {}): this {
    checkArguments(placeOf(this, 'addOperator'), OPERATOR, [operator, options]);
    this.cluster._declare(this, () => this.declaredOperator(operator, options.install));
    return this;
  }

  /**
   * Grants a descoped operator of another namespace its permissions in the target namespaces of this group.
   *
   * @param options `namespace` is the namespace in which the operator is installed
   * @throws TypeError for anything but a Bundle or a ClusterServiceVersion, or without a namespace
   * @example
   * team.grants(scaler, { namespace: 'platform-operators' });
   */
  grants(operator: Bundle | ClusterServiceVersion, options: InNamespace): this {
    checkArguments(placeOf(this, 'grants'), GRANT, [operator, options]);
    this.granted.push(() => `${resolveTokens(options, this).namespace}/${memberName(operator, this)}`);
    return this;
  }

  /**
   * The name of the group's own ClusterRole for the users of its operators, for bindings. OLM's names contain a hash.
   *
   * @param access `admin`, `edit` or `view`
   * @throws Error if a declaration is not valid, or if the cluster does not render roles
   * @example
   * ClusterRole.fromClusterRoleName(chart, 'role', group.clusterRoleName('edit'));
   */
  clusterRoleName(access: GroupRole): string {
    checkArguments(placeOf(this, 'clusterRoleName'), ACCESS, [access]);
    const role = this.roleAmong(this.cluster._derivedObjects(), access);
    if (role === undefined) throw new Error(`${placeOf(this)}: the group has no ClusterRole for ${access}: roles are not rendered`);
    return role;
  }

  private role(access: GroupRole): OperatorGroupRole {
    const id = `role:${access}`;
    const known = this.node.tryFindChild(id) as OperatorGroupRole | undefined;
    return known ?? OperatorGroupRole._of(this, id, () => this.roleName(access));
  }

  /** The name of a role. The rules read the app's bindings, including those to this role, before its name is known; then they run again. */
  private roleName(access: GroupRole): string {
    if (!this.cluster._isMaking) return this.clusterRoleName(access);
    return this.roleAmong(this.cluster._heldObjects, access) ?? `${this.name}-${access}`;
  }

  private roleAmong(all: readonly DerivedObject[], access: GroupRole): string | undefined {
    const roles = all.filter((object) => this.isOwn(object) && object.kind === 'ClusterRole');
    // The names differ only in the word of the access, so they are sorted like the words.
    return roles.map(({ name }) => name).sort()[[...GROUP_ROLES].sort().indexOf(access)];
  }

  private declared(): Declared {
    const { namespace, name } = this;
    const {
      targets,
      reservedAPIs,
      serviceAccountName,
      upgradeStrategy,
      install,
      aggregate = true,
      ...given
    } = resolveTokens(this.props, this);
    const { labels, annotations } = metadataOf(given);
    checkArguments(placeOf(this, 'targets'), TARGETS, targets);
    const provided: Record<string, string> = {
      ...(reservedAPIs ? { [PROVIDED_APIS_ANNOTATION]: [...reservedAPIs].sort().join(',') } : {}),
      ...(aggregate ? {} : { [AGGREGATE_ANNOTATION]: 'false' }),
      ...(this.granted.length > 0 ? { [GRANTS_ANNOTATION]: this.granted.map((name) => name()).join(',') } : {}),
    };
    const value = OperatorGroupObject.manifest({
      metadata: { name, namespace, ...(labels ? { labels } : {}), annotations: { ...annotations, ...provided } },
      spec: {
        ...resolveTokens(targets.spec, this),
        ...(reservedAPIs ? { staticProvidedApIs: true } : {}),
        ...(serviceAccountName ? { serviceAccountName } : {}),
        ...(upgradeStrategy ? { upgradeStrategy: upgradeStrategy as OperatorGroupSpecUpgradeStrategy } : {}),
      },
    });
    return { manifests: [{ value }], namespace, ...(install ? { withoutOlm: { namespaces: [namespace] } } : {}) };
  }

  private declaredOperator(operator: Bundle | ClusterServiceVersion, install = false): Declared {
    const { namespace } = this;
    const withoutOlm = (name: string): Declared => (install ? { withoutOlm: { operators: [`${namespace}/${name}`] } } : {});
    if (Bundle.isBundle(operator)) {
      return { bundles: [{ bundle: operator.content, namespace }], ...withoutOlm(operator.content.name) };
    }
    const manifest = resolveTokens(operator.manifest, this);
    const metadata = (manifest.metadata ?? {}) as Readonly<Record<string, unknown>>;
    const value = { ...manifest, metadata: { ...metadata, namespace } };
    return { manifests: [{ value, source: operator.source }], ...withoutOlm(String(metadata.name ?? '')) };
  }

  private objects(all: readonly DerivedObject[]): DerivedObject[] {
    const isOfOperator = ({ item: { owner } }: DerivedObject): boolean =>
      owner.namespace === this.namespace && owner.kind === 'ClusterServiceVersion';
    return all.filter((object) => this.isOwn(object) || isOfOperator(object));
  }

  private isOwn({ item: { owner } }: DerivedObject): boolean {
    return owner.kind === 'OperatorGroup' && owner.namespace === this.namespace && owner.name === this.name;
  }

  private isGroup({ kind, name }: DerivedObject): boolean {
    return kind === 'OperatorGroup' && name === this.name;
  }
}

function memberName(operator: Bundle | ClusterServiceVersion, scope: Construct): string {
  if (Bundle.isBundle(operator)) return operator.content.name;
  const { metadata } = resolveTokens(operator.manifest, scope) as { metadata?: { name?: unknown } };
  return String(metadata?.name ?? '');
}

/** The accounts of its Deployments; Kubernetes fills in `default`. */
function accountsOf(csv: unknown): string[] {
  const deployments = valueAt(csv, ['spec', 'install', 'spec', 'deployments']);
  const accounts = (Array.isArray(deployments) ? deployments : []).map((one) =>
    valueAt(one, ['spec', 'template', 'spec', 'serviceAccountName']),
  );
  return [...new Set(accounts.map((name) => (typeof name === 'string' && name !== '' ? name : 'default')))].sort();
}

function chartOf({ node }: Construct): Chart | undefined {
  return node.scopes.findLast((scope) => Chart.isChart(scope)) as Chart | undefined;
}
