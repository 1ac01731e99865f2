/**
 * Files of programs: what they are built of, and which robots update them. These count only where they install or run this program, or let
 * a robot merge.
 */
export const OF_PROGRAMS =
  /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|requirements[^/]*\.txt|go\.mod|(?:[^/]+\.)?(?:Dockerfile|Containerfile)(?:[.-](?!dockerignore$)[^/]+)?|\.?renovate(?:rc)?(?:\.json5?)?|dependabot\.ya?ml)$/;

/** Endings of what tools run or load, whatever the rest of the name is: Terraform loads `NOTICE.tf`. */
export const ENDING_OF_PROGRAMS =
  /\.(?:tf|tfvars|hcl|sh|bash|zsh|py|rb|pl|php|ps1|bat|cmd|lua|mk|groovy|gradle|jsonnet|libsonnet|cue|star|nix|rego|tpl|tmpl|gotmpl|j2|go|[cm]?[jt]sx?)$/i;
