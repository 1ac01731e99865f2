/** The roles that an OperatorGroup gives to people. */

/** The three roles of a group. */
export const GROUP_ROLES = ['admin', 'edit', 'view'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];
