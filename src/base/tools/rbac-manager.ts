/** RBAC Manager (https://github.com/FairwindsOps/rbac-manager). */
import { clusterScoped, type Tool } from './row.js';
import { GRANTED } from './setting.js';

export const RBAC_MANAGER: Tool = { name: 'RBAC Manager', rows: clusterScoped('rbacmanager.reactiveops.io', 'RBACDefinition', GRANTED) };
