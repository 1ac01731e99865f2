/** RBAC Manager (https://github.com/FairwindsOps/rbac-manager). */
import { clusterScoped } from './row.js';
import { GRANTED } from './setting.js';
import type { Tool } from './tool.js';

export const RBAC_MANAGER: Tool = { name: 'RBAC Manager', rows: clusterScoped('rbacmanager.reactiveops.io', 'RBACDefinition', GRANTED) };
