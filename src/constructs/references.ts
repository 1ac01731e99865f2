/** References for cdk8s-plus: OperatorGroups, their roles and operators' accounts as roles, subjects and targets of rules. */
import { Construct, type IConstruct } from 'constructs';

const RBAC = 'rbac.authorization.k8s.io';
const GROUP = Symbol.for('cdk8s-olm.IOperatorGroup');

/** An object with a name: a possible target of cdk8s-plus rules, as in `role.allowRead(group)`. */
export interface INamedResource extends IConstruct {
  readonly apiGroup: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly resourceType: string;
  readonly name: string;
  /** The same as `name`. */
  readonly resourceName: string;
  asApiResource(): INamedResource;
  asNonApiResource(): string | undefined;
}

/** An OperatorGroup that is declared in the app, or one that exists already. */
export interface IOperatorGroup extends INamedResource {
  /** The operator namespace. */
  readonly namespace: string;
}

/** @internal */
export abstract class NamedResource extends Construct implements INamedResource {
  abstract readonly name: string;
  /** The kind of the object. */
  abstract readonly kind: string;
  /** The API group of the kind. */
  abstract readonly apiGroup: string;
  /** The plural of the kind, as rules name it. */
  abstract readonly resourceType: string;

  /** The API group with its version. */
  get apiVersion(): string {
    return this.apiGroup === '' ? 'v1' : `${this.apiGroup}/v1`;
  }

  /** The same as `name`. */
  get resourceName(): string {
    return this.name;
  }

  /** For cdk8s-plus: the object that a rule names. */
  asApiResource(): INamedResource {
    return this;
  }

  /** For cdk8s-plus: this object has no URL. */
  asNonApiResource(): string | undefined {
    return undefined;
  }
}

/** @internal */
export abstract class GroupResource extends NamedResource implements IOperatorGroup {
  /** @internal Whether a value is an OperatorGroup, declared or not, of any copy of this package. */
  static _isGroup(value: unknown): value is IOperatorGroup {
    return typeof value === 'object' && value !== null && GROUP in value;
  }

  readonly kind = 'OperatorGroup';
  readonly apiGroup = 'operators.coreos.com';
  readonly resourceType = 'operatorgroups';
  abstract readonly namespace: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    Object.defineProperty(this, GROUP, { value: true });
  }
}

/** An OperatorGroup that the app does not declare. */
export class ExistingOperatorGroup extends GroupResource {
  constructor(
    scope: Construct,
    id: string,
    readonly name: string,
    readonly namespace: string,
  ) {
    super(scope, id);
  }
}

/**
 * One of the ClusterRoles that an OperatorGroup has for the users of its operators.
 *
 * @example
 * new RoleBinding(chart, 'team', { role: group.editRole }).addSubjects(Group.fromName(chart, 'devs', 'devs'));
 */
export class OperatorGroupRole extends NamedResource {
  readonly kind = 'ClusterRole';
  readonly apiGroup = RBAC;
  readonly resourceType = 'clusterroles';

  /** @internal */
  static _of(scope: Construct, id: string, name: () => string): OperatorGroupRole {
    return new OperatorGroupRole(scope, id, name);
  }

  private constructor(
    scope: Construct,
    id: string,
    private readonly read: () => string,
  ) {
    super(scope, id);
  }

  /** The name of the role. @throws Error if a declaration is not valid, or if the cluster does not render roles */
  get name(): string {
    return this.read();
  }
}

/** A subject as cdk8s-plus writes it. */
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
export class OperatorAccount extends NamedResource {
  readonly kind = 'ServiceAccount';
  readonly apiGroup = '';
  readonly resourceType = 'serviceaccounts';

  constructor(
    scope: Construct,
    id: string,
    /** The name of the account. */
    readonly name: string,
    /** The namespace of the account. */
    readonly namespace: string,
  ) {
    super(scope, id);
  }

  /** For cdk8s-plus: the subject that a binding names. */
  toSubjectConfiguration(): OperatorAccountSubject {
    const { apiGroup, kind, name, namespace } = this;
    return { apiGroup, kind, name, namespace };
  }
}
