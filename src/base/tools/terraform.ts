/** The operator of HCP Terraform (https://developer.hashicorp.com/terraform/cloud-docs/integrations/kubernetes). */
import { APPLIES, namespaced, type Tool } from './row.js';

export const TERRAFORM: Tool = { name: 'Terraform', rows: namespaced('app.terraform.io', 'Module Workspace', APPLIES) };
