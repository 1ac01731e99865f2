/** Names the endings of files that tools run or load, whatever the rest of their name is: Terraform loads `NOTICE.tf`. */
export const ENDING_OF_PROGRAMS =
  /\.(?:tf|tfvars|hcl|sh|bash|zsh|py|rb|pl|php|ps1|bat|cmd|lua|mk|groovy|gradle|jsonnet|libsonnet|cue|star|nix|rego|tpl|tmpl|gotmpl|j2|go|[cm]?[jt]sx?)$/i;
