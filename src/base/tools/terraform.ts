/** The operator of HCP Terraform (https://developer.hashicorp.com/terraform/cloud-docs/integrations/kubernetes). */
import { APPLIES, namespaced } from './row.js';
import type { Tool } from './tool.js';

export const TERRAFORM: Tool = { name: 'Terraform', rows: namespaced('app.terraform.io', 'Module Workspace', APPLIES) };
