/** What others refer to: OperatorGroups, declared or not, and their roles and accounts, as cdk8s-plus takes roles and subjects. */
import { Construct, type IConstruct } from 'constructs';

const RBAC = 'rbac.authorization.k8s.io';

/** An OperatorGroup that is declared in the app, or one that exists already. */
export interface IOperatorGroup extends IConstruct {
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly resourceType: string;
  /** The group's name. */
  readonly name: string;
  /** The same, as cdk8s-plus asks. */
  readonly resourceName: string;
  /** The operator namespace. */
  readonly namespace: string;
}

const EXISTING = Symbol.for('cdk8s-olm.ExistingOperatorGroup');

/** An OperatorGroup that the app does not declare. */
export class ExistingOperatorGroup extends Construct implements IOperatorGroup {
  /** Whether a value is one, of any copy of this package. */
  static isExistingOperatorGroup(value: unknown): value is ExistingOperatorGroup {
    return typeof value === 'object' && value !== null && EXISTING in value;
  }

  readonly apiGroup = 'operators.coreos.com';
  readonly apiVersion = 'operators.coreos.com/v1';
  readonly kind = 'OperatorGroup';
  readonly resourceType = 'operatorgroups';

  constructor(
    scope: Construct,
    id: string,
    readonly name: string,
    readonly namespace: string,
  ) {
    super(scope, id);
    Object.defineProperty(this, EXISTING, { value: true });
  }

  get resourceName(): string {
    return this.name;
  }

  /** As cdk8s-plus asks. */
  asApiResource(): { readonly apiGroup: string; readonly resourceType: string; readonly resourceName: string } {
    const { apiGroup, resourceType, resourceName } = this;
    return { apiGroup, resourceType, resourceName };
  }

  /** As cdk8s-plus asks. */
  asNonApiResource(): string | undefined {
    return undefined;
  }
}

/**
 * One of the ClusterRoles that an OperatorGroup has for the users of its operators.
 *
 * @example
 * new RoleBinding(chart, 'team', { role: group.editRole }).addSubjects(Group.fromName(chart, 'devs', 'devs'));
 */
export class OperatorGroupRole extends Construct {
  readonly apiGroup = RBAC;
  readonly apiVersion = `${RBAC}/v1`;
  readonly kind = 'ClusterRole';
  readonly resourceType = 'clusterroles';

  /** @internal */
  constructor(
    scope: Construct,
    id: string,
    private readonly read: () => string,
  ) {
    super(scope, id);
  }

  /** @throws Error if a declaration is not valid, or if the cluster does not render roles */
  get name(): string {
    return this.read();
  }

  /** As cdk8s-plus asks. */
  get resourceName(): string {
    return this.name;
  }
}

/** What cdk8s-plus writes for a subject. */
export interface OperatorAccountSubject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly apiGroup: string;
}

/**
 * The ServiceAccount that an operator of a group runs as.
 *
 * @example
 * new ClusterRoleBinding(chart, 'nodes', { role }).addSubjects(group.serviceAccount(operator));
 */
export class OperatorAccount extends Construct {
  readonly apiGroup = '';
  readonly apiVersion = 'v1';
  readonly kind = 'ServiceAccount';
  readonly resourceType = 'serviceaccounts';

  /** @internal */
  constructor(
    scope: Construct,
    id: string,
    readonly name: string,
    readonly namespace: string,
  ) {
    super(scope, id);
  }

  /** As cdk8s-plus asks. */
  get resourceName(): string {
    return this.name;
  }

  /** As cdk8s-plus asks. */
  toSubjectConfiguration(): OperatorAccountSubject {
    const { apiGroup, kind, name, namespace } = this;
    return { apiGroup, kind, name, namespace };
  }
}
