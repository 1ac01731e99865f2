/** Roles and RoleBindings: each permission in each target namespace (OLM v1's BundleCSVPermissionsGenerator). */
import { type V1Generator, watchesAll } from './context.js';
import { roleAndBinding } from './role-and-binding.js';

export const roles: V1Generator = (context) =>
  watchesAll(context)
    ? []
    : context.targetNamespaces.flatMap((namespace) =>
        context.bundle.csv.permissions.flatMap((permission) => roleAndBinding(context, permission, namespace)),
      );
