/**
 * Finds values of a chart that hold rights: parts of a rule of RBAC, names of roles and of those who get them, accounts with their rights
 * elsewhere, and what Pods can reach, wherever a chart puts them. Its templates are not rendered, so that no role shows them.
 */
import { ROWS } from '../../../../base/tools/kinds.js';
import type { TextChange } from './text-changes.js';

/** Fields of a rule; any change can widen it, because fewer `resourceNames` allow more. */
const OF_RULE = /(?:^|[.\]])(?:apiGroups|nonResourceURLs|resourceNames|resources\[\d+\]|verbs)(?:$|[.[])/;
/** Names of roles, and of those who get them. */
const OF_BINDING = /(?:^|[.\]])(?:\w*[cC]lusterRoles?(?:Name|Ref)?|\w*[rR]oleRef|roles?(?:Name|Kind)?|\w*RoleName|subjects)(?:$|[.[])/;

/** Groups and lists of administrators; the name of one user is that of a program's own login. */
const OF_ADMINS = /admin[_-]?(?:groups?|roles?|bindings?|users)(?:$|[_.[])/i;

/** The account that Pods run as, and annotations and labels by which it gets rights of a cloud, a vault or an OAuth client. */
const OF_ACCOUNT = /(?:^|[.\]])(?:serviceAccountName|\w*[sS]erviceAccount\.name)$/;
const IDENTITY =
  /\["(?:eks\.amazonaws\.com\/(?:role-arn|audience)|iam\.amazonaws\.com\/role|iam\.gke\.io\/[\w-]+|azure\.workload\.identity\/[\w-]+|vault\.hashicorp\.com\/[\w-]+|serviceaccounts\.openshift\.io\/[\w.-]+)"\]$/;
/** Switches that widen what a Pod can reach: a chart that has no such value yet has it off. */
const WIDENING =
  /(?:^|[.\]])(?:host(?:Network|PID|IPC)|privileged|allowPrivilegeEscalation|automount(?:ServiceAccountToken)?|\w*[cC]luster_?(?:[aA]dmin|[wW]ide)\w*|anonymous\w*)$/;

const PLURALS: ReadonlySet<string> = new Set(ROWS.flatMap(({ plural }) => (plural === '*' ? [] : [plural])));
/** Words that are also everyday values of charts, so that the field has to name a right. */
const VERBS: ReadonlySet<string> = new Set(['bind', 'deletecollection', 'escalate', 'impersonate']);

/** Whether a value names a resource: a list that a template makes a rule of can have any name. */
function isResource(text: string | undefined): boolean {
  return text !== undefined && (VERBS.has(text) || PLURALS.has(text.replace(/\/[a-z]+$/, '')) || text === '*');
}

const TERRAFORM = /\.(?:tf|tfvars|hcl|bicep|bicepparam)(?:\.json)?$/;
/** Arguments of Terraform's resources that give rights in a cloud, and those who get them. */
const OF_CLOUD =
  /(?:^|[.\]])(?:roles?|role_(?:name|definition_(?:name|id))|policy|policy_(?:arns?|document)|managed_policy_arns|assume_role_policy|(?:not_)?actions?|permissions|members?|principals?|identifiers|scope|\w*groups|verbs|effect|resources?|permissions_boundary|authentication_mode)(?:$|[.[])/i;
/** Fields of such rights that have no other meaning, in any language: bindings, roles and clusters of Azure, Google Cloud and AWS. */
const IN_ANY =
  /(?:^|[.\]"'])(?:(?:Not)?(?:Data)?Actions|AssignableScopes|roleDefinitionId|principal_?(?:Id|ARN)|bindings\[\d+\]\.(?:role|members|condition)|managedPolicyArns|permissions_?boundary|access_?(?:entries|policies|config)|\w*cluster_?creator_?admin_?permissions)(?:$|[.["'])/i;
/** Names of such rights, and entries of a list of them or of who gets them, such as `"s3:*"` and `"user:a"`. */
const NAMED =
  /\broles\/[a-z][\w.]|\barn:aws[\w-]{0,20}:(?:iam|eks)::|Microsoft\.Authorization\/role|^\s{0,99}"[A-Za-z][\w-]{0,40}:[*\w@.-]{1,99}",?\s{0,99}$/;
/** An argument whose value is a list or a call. */
const ARGUMENT = /^\s{0,99}"?([A-Za-z]\w{0,99})"?\s{0,99}[=:]/;
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html */
const OF_STATEMENT =
  /(?:^|\.)(?:ManagedPolicyArns(?:$|\[)|Statement(?:\[\d+\])?(?:$|\.(?:Effect|(?:Not)?(?:Action|Resource|Principal)|Condition)(?:$|[.[])))/;

/** Whether a changed line can give rights in a cloud; fewer conditions and denials allow more. */
export function isOfCloud(path: string, { field, before = '', after }: TextChange): boolean {
  const isLimit = after === undefined && /condition|\bNot[A-Z]|deny|boundary/i.test(`${field} ${before}`);
  if (IN_ANY.test(field)) return after !== undefined || isLimit;
  if (OF_STATEMENT.test(field)) return after !== undefined || isLimit;
  if (!TERRAFORM.test(path) || after === undefined) return TERRAFORM.test(path) && isLimit;
  return OF_CLOUD.test(field || (ARGUMENT.exec(after)?.[1] ?? '')) || NAMED.test(after);
}

/** Names of roles of the whole cluster, switches for all of it, and who gets something, in objects of controllers that no rule reads. */
const OF_CLUSTER = /cluster_?role|^subjects$|cluster_?wide|(?:^|_)anonymous/i;
/** Whoever is everybody or an administrator of the cluster, and what frees a Pod of its limits. */
const STRONG =
  /^(?:system:(?:unauthenticated|authenticated|masters|serviceaccounts?(?::.*)?|cluster-admins)|cluster-admins?|privileged|anonymous)$/i;

/** Whether a value of such an object can name a right, or who has it. */
export function namesRight(field: string, value: unknown): boolean {
  if (typeof value === 'string' && STRONG.test(value)) return true;
  return value !== false && value !== '' && (OF_CLUSTER.test(field) || OF_ADMINS.test(field));
}

/** Whether a changed line of a template gives its Pods an account or the node. */
export function reachesMore({ field, after }: TextChange): boolean {
  return after !== undefined && (OF_ACCOUNT.test(field) || /\bhostPath\b/.test(field) || (WIDENING.test(field) && after === 'true'));
}

export function holdsRights({ field, before, after }: TextChange): boolean {
  if (OF_RULE.test(field)) return true;
  if (OF_BINDING.test(field) || OF_ADMINS.test(field) || IDENTITY.test(field)) return after !== undefined;
  if (OF_ACCOUNT.test(field)) return before !== undefined && after !== undefined;
  if (WIDENING.test(field)) return after === 'true';
  return isResource(after) && (before === undefined ? /\[\d+\]$/.test(field) : isResource(before));
}

/** Whether a value of a chart can switch rights on: a flipped switch, everything, or a right. */
export function switchesRights(change: TextChange): boolean {
  const { field, before, after } = change;
  // Every resource, verb or group: some template can make a rule of it.
  const isEverything = after === '*' && !/(?:cors|origin|cron|schedule|host|path)/i.test(field);
  return isEverything || (isSwitch(before) && isSwitch(after)) || holdsRights(change);
}

function isSwitch(text: string | undefined): boolean {
  return text === 'true' || text === 'false';
}
