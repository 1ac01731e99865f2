/** The files with which a forge runs the gate, as `init` writes them. Two of them are the recipes of examples/ci. */

/** The places in which a gate runs. */
export const FORGES = ['github', 'gitlab', 'pre-commit', 'none'] as const;
export type Forge = (typeof FORGES)[number];

interface GateFile {
  /** The path in the repository. */
  readonly path: string;
  /** @param run the commands of the gate, if not all of them run */
  text(run?: string): string;
}

const github = (
  run?: string,
): string => `# .github/workflows/operators.yaml: check, review and lock --check of each pull request, with one comment.
name: operators
# On each pull request: with a filter of paths, a change of a base elsewhere would not be seen, and a required check would never end.
on: pull_request
permissions: { contents: read, pull-requests: write }
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      # The commit that the tag v0 has: git ls-remote https://github.com/OWNER/cdk8s-olm v0
      - uses: OWNER/cdk8s-olm@COMMIT # v0.1.0
${run === undefined ? '' : `        with: { run: "${run}" }\n`}`;

const gitlab = (run?: string): string => `# .gitlab-ci.yml: check, review and lock --check of each merge request, with one note.
include:
  - component: $CI_SERVER_FQDN/OWNER/cdk8s-olm/gate@0.1.0
${run === undefined ? '' : `    inputs: { run: "${run}" }\n`}`;

const preCommit = (
  run?: string,
): string => `# .pre-commit-config.yaml: check, review and lock --check of the working folder, compared with HEAD.
repos:
  - repo: https://github.com/OWNER/cdk8s-olm
    rev: v0
    hooks:
      - id: cdk8s-olm-gate
${run === undefined ? '' : `        args: ["git:HEAD", ., --run, "${run}"]\n`}`;

const FILES: ReadonlyMap<Forge, GateFile> = new Map([
  ['github', { path: '.github/workflows/operators.yaml', text: github }],
  ['gitlab', { path: '.gitlab-ci.yml', text: gitlab }],
  ['pre-commit', { path: '.pre-commit-config.yaml', text: preCommit }],
]);

/** The file of a forge; none for `none`. */
export function gateFile(forge: Forge): GateFile | undefined {
  return FILES.get(forge);
}
