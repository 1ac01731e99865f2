/**
 * Files of programs: what they are built of, and which robots update them. These count only where they install or run this program, or let
 * a robot merge.
 */
export const OF_PROGRAMS =
  /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|requirements[^/]*\.txt|go\.mod|(?:[^/]+\.)?(?:Dockerfile|Containerfile)(?:[.-](?!dockerignore$)[^/]+)?|\.?renovate(?:rc)?(?:\.json5?)?|dependabot\.ya?ml)$/;
