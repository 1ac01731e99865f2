/** The severities of findings, and the powers that permissions give. */

/** Severities from highest to lowest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Powers, from the lowest. `somewhere`: reads Secrets, runs Pods or gets into them in some namespaces. `everywhere`: does the same in
 * all namespaces, or in one of the control plane. `escalates`: becomes another user, or changes roles, nodes, admission, or the objects
 * that OLM and GitOps tools apply.
 */
export const TIERS = ['none', 'somewhere', 'everywhere', 'escalates'] as const;
export type Tier = (typeof TIERS)[number];
