/** What cdk8s-plus takes as a role or a subject: roles and accounts of an OperatorGroup, whose names follow from what is declared. */
import { Construct } from 'constructs';

const RBAC = 'rbac.authorization.k8s.io';

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
