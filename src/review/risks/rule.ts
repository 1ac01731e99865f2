/** Risk rules as plain declarative objects: what each looks for, and what docs/findings.md says of it. */
import type { Severity } from '../../model/finding.js';
import type { ObjectReference } from '../../model/kubernetes-object.js';
import type { SourcePlace } from '../review.js';
import type { Access } from './access.js';

/** A risk but for what its rule says of all its risks. */
export interface Discovery {
  readonly severity: Severity;
  readonly subject: ObjectReference;
  /** One sentence: who may do what, and where. */
  readonly message: string;
  /** How it comes about, as a sentence. */
  readonly path: string;
  readonly fix: string;
  readonly place?: SourcePlace | undefined;
  /** What, besides rule and subject, makes it this risk and no other: nothing that moves when lines or versions do. */
  readonly identity: readonly string[];
}

/** One rule. It looks at one side, or at what becomes of BASE in HEAD. */
export interface RiskRule {
  /** Stable; baselines name it. */
  readonly id: string;
  /** The worst that it reports. */
  readonly severity: Severity;
  readonly title: string;
  /** Names of controls, such as `CIS Kubernetes 5.1.2`. */
  readonly references: readonly string[];
  readonly documentation: RuleDocumentation;
  readonly find?: (access: Access) => Discovery[];
  readonly compare?: (base: Access, head: Access) => Discovery[];
}

/** The sections of docs/findings.md, each a paragraph. */
export interface RuleDocumentation {
  readonly meaning: string;
  readonly attack: string;
  readonly fix: string;
}

/** Names of controls that several rules refer to. */
export const NSA_RBAC = 'NSA/CISA Kubernetes Hardening Guide, Authentication and authorization: Role-based access control';
export const NSA_TOKENS = 'NSA/CISA Kubernetes Hardening Guide, Kubernetes Pod security: Protecting Pod service account tokens';
export const NSA_NAMESPACES = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Namespaces';
export const NSA_SECRETS = 'NSA/CISA Kubernetes Hardening Guide, Network separation and hardening: Secrets';
