/** What runs this review through several files, targets or jobs: each link of each chain, with each way in which it breaks, is a warning. */
import { describe, expect, it } from 'vitest';
import { type Files, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const { reviewFiles } = reviewFolder();

const RUN = 'npx cdk8s-olm gate git:origin/main . --fail-on error';
const workflow = (step: string): string =>
  `on: pull_request\njobs:\n  operators:\n    runs-on: a\n    steps:\n      - uses: actions/checkout@v4\n      - ${step}\n`;
const github = (command: string): Files => ({ '.github/workflows/pr.yaml': workflow(`run: ${command}`) });
const script = (command: string): string => `#!/bin/sh\nset -e\necho start\n${command}\n`;
const packageOf = (scripts: Files): string => JSON.stringify({ name: 'a', scripts: { build: 'tsc', ...scripts } }, null, 2);

/** The files of each chain; what `⟦⟧` are around leads to the next link. */
const CHAINS: Readonly<Record<string, Files>> = {
  'a target that needs another': { ...github('make ⟦ci⟧'), Makefile: `build:\n\tgo build\nci: build ⟦verify⟧\nverify:\n\t⟦${RUN}⟧\n` },
  'targets that need each other, over lines': {
    ...github('make ⟦ci⟧'),
    Makefile: `.PHONY: ci all verify\nci: build \\\n  ⟦all⟧\n\techo\nall:: | ⟦verify⟧\nverify: build\n\techo; \\\n\t⟦${RUN}⟧\n`,
  },
  'a target that needs itself': { ...github('make ⟦ci⟧'), Makefile: `ci: ci ⟦verify⟧\nverify: ci\n\t⟦${RUN}⟧\n` },
  'a variable of a Makefile': { ...github('make ⟦ci⟧'), Makefile: `JUDGE ?= ⟦${RUN}⟧\nci:\n\t⟦$(JUDGE)⟧ --quiet\n` },
  'make of another file': {
    ...github('make ⟦ci⟧'),
    Makefile: 'ci:\n\t$(MAKE) -f hack/judge.mk ⟦verify⟧\n',
    'hack/judge.mk': `verify:\n\t⟦${RUN}⟧\n`,
  },
  'make in another folder': {
    ...github('make ⟦ci⟧'),
    Makefile: 'ci:\n\t${MAKE} -C hack ⟦verify⟧\n',
    'hack/Makefile': `verify:\n\t⟦${RUN}⟧\n`,
  },
  'an included Makefile': { ...github('make ⟦verify⟧'), Makefile: '⟦include hack/judge.mk⟧\n', 'hack/judge.mk': `verify:\n\t⟦${RUN}⟧\n` },
  'included Makefiles': { ...github('make ⟦verify⟧'), Makefile: '⟦-include hack/*.mk⟧\n', 'hack/judge.mk': `verify:\n\t⟦${RUN}⟧\n` },
  'a recipe that needs another': { ...github('just ⟦ci⟧'), justfile: `build:\n  go build\nci: build ⟦verify⟧\nverify:\n  ⟦${RUN}⟧\n` },
  'a recipe with a parameter': { ...github('just ⟦ci⟧ all'), justfile: `ci what='a' *more: (⟦verify⟧ what)\nverify what:\n  ⟦${RUN}⟧\n` },
  'make without a target': { ...github('⟦make -C .⟧'), Makefile: `all: ⟦verify⟧\nverify:\n\t⟦${RUN}⟧\n` },
  'a task that depends on another': {
    ...github('task ⟦ci⟧'),
    'Taskfile.yml': `tasks:\n  ci:\n    deps: [build, ⟦verify⟧]\n  build: {cmds: [go build]}\n  verify:\n    cmds:\n      - task: ⟦all⟧\n  all: ⟦${RUN}⟧\n`,
  },
  'a task of mise that depends on another': {
    ...github('mise run ⟦ci⟧'),
    'mise.toml': `[tasks.ci]\ndepends = ["⟦verify⟧"]\n[tasks.verify]\nrun = "⟦${RUN}⟧"\n`,
  },
  'a target of Earthly': {
    ...github('earthly ⟦+ci⟧'),
    Earthfile: `ci:\n  BUILD ⟦+verify⟧\nverify:\n  RUN ⟦${RUN}⟧\n`,
  },
  'scripts of a package': {
    ...github('npm run ⟦ci⟧'),
    'package.json': packageOf({
      ci: 'npm run ⟦judge⟧',
      judge: 'yarn ⟦gate⟧ && pnpm lint',
      gate: 'pnpm run -s ⟦last⟧',
      last: `⟦${RUN}⟧`,
    }),
  },
  'what runs before a script': { ...github('npm ⟦test⟧'), 'package.json': packageOf({ test: 'vitest', pretest: `⟦${RUN}⟧` }) },
  'what runs after a script': {
    ...github('npm run ⟦ci⟧'),
    'package.json': packageOf({ ci: 'npm ⟦test⟧', test: 'vitest', posttest: `⟦${RUN}⟧` }),
  },
  'what runs after an installation': {
    ...github('npm ⟦ci⟧'),
    'package.json': packageOf({ postinstall: 'node --run ⟦judge⟧', judge: `⟦${RUN}⟧` }),
  },
  'run-s': { ...github('npm run ⟦ci⟧'), 'package.json': packageOf({ ci: 'run-s build ⟦judge⟧', judge: `⟦${RUN}⟧` }) },
  'npm-run-all with a pattern': {
    ...github('npm run ⟦ci⟧'),
    'package.json': packageOf({ ci: 'npm-run-all build ⟦judge:*⟧', 'judge:olm': `⟦${RUN}⟧` }),
  },
  concurrently: { ...github('yarn ⟦ci⟧'), 'package.json': packageOf({ ci: 'concurrently "npm:⟦judge⟧"', judge: `⟦${RUN}⟧` }) },
  'a script of a package that makes': {
    ...github('pnpm ⟦ci⟧'),
    'package.json': packageOf({ ci: 'make ⟦verify⟧' }),
    Makefile: `verify: ⟦judge⟧\njudge:\n\t./hack/⟦judge.sh⟧\n`,
    'hack/judge.sh': script(`⟦${RUN}⟧`),
  },
  'a script without an ending': { ...github('./⟦ci⟧'), ci: script(`⟦${RUN}⟧`) },
  'a script without an ending, by a shell': { ...github('bash ⟦ci⟧ --all'), ci: script(`⟦${RUN}⟧`) },
  'a script without an ending in a variable folder': { ...github('"$ROOT"/⟦ci⟧'), 'hack/ci': script(`⟦${RUN}⟧`) },
  'a chain of scripts': {
    ...github('./⟦ci⟧'),
    ci: script('hack/⟦a.sh⟧'),
    'hack/a.sh': script('cd hack && ./⟦b⟧'),
    'hack/b': script('exec "$(dirname "$0")/⟦c.sh⟧"'),
    'hack/c.sh': script('. ./⟦d.bash⟧; judge'),
    'hack/d.bash': `judge() {\n  ⟦${RUN}⟧\n}\n`,
  },
  'scripts that run each other': {
    ...github('hack/⟦a.sh⟧'),
    'hack/a.sh': script('hack/⟦b.sh⟧'),
    'hack/b.sh': script(`hack/a.sh; ⟦${RUN}⟧`),
  },
  'every script of a folder': { ...github('for a in ⟦hack/checks/*.sh⟧; do "$a"; done'), 'hack/checks/olm.sh': script(`⟦${RUN}⟧`) },
  'a script of Python that runs another': {
    ...github('python3 ⟦hack/all.py⟧'),
    'hack/all.py': 'import subprocess\nsubprocess.run(["⟦hack/judge.sh⟧"], check=True)\n',
    'hack/judge.sh': script(`⟦${RUN}⟧`),
  },
  'a script of an action': {
    '.github/workflows/pr.yaml': workflow('uses: ⟦./.github/actions/judge⟧'),
    '.github/actions/judge/action.yml': 'runs: {using: composite, steps: [{shell: bash, run: "$GITHUB_ACTION_PATH/⟦run.sh⟧"}]}\n',
    '.github/actions/judge/run.sh': script(`⟦${RUN}⟧`),
  },
  'a script without an ending of an action': {
    '.github/workflows/pr.yaml': workflow('uses: ⟦./.github/actions/judge⟧'),
    '.github/actions/judge/action.yml':
      'runs:\n  using: composite\n  steps:\n    - shell: bash\n      run: ${{ github.action_path }}/⟦run⟧\n',
    '.github/actions/judge/run': script(`⟦${RUN}⟧`),
  },
  'an action at another place': {
    '.github/workflows/pr.yaml': workflow('uses: ⟦./ci/judge⟧'),
    'ci/judge/action.yaml': `runs:\n  using: composite\n  steps:\n    - shell: bash\n      run: ⟦${RUN}⟧\n`,
  },
  'an action of JavaScript': {
    '.github/workflows/pr.yaml': workflow('uses: ⟦./.github/actions/judge⟧'),
    '.github/actions/judge/action.yml': 'runs:\n  using: node20\n  main: ⟦judge.js⟧\n',
    '.github/actions/judge/judge.js': `require('node:child_process').execSync('⟦${RUN}⟧');\n`,
  },
  'workflows that call each other': {
    '.github/workflows/pr.yaml': 'on: pull_request\njobs:\n  a:\n    uses: ⟦./.github/workflows/all.yaml⟧\n',
    '.github/workflows/all.yaml': 'on: workflow_call\njobs:\n  a:\n    uses: ⟦./.github/workflows/judge.yaml⟧\n',
    '.github/workflows/judge.yaml': workflow(`run: ⟦${RUN}⟧`).replace('pull_request', 'workflow_call'),
  },
  'a hook of pre-commit': {
    '.pre-commit-config.yaml': 'repos:\n- repo: local\n  hooks:\n  - id: judge\n    entry: ⟦hack/check.sh⟧\n    language: script\n',
    'hack/check.sh': script(`⟦${RUN}⟧`),
  },
  'a hook of pre-commit that makes': {
    '.pre-commit-config.yaml': 'repos:\n- repo: local\n  hooks:\n  - id: judge\n    entry: make ⟦check⟧\n    language: system\n',
    Makefile: `check: ⟦judge⟧\njudge:\n\t⟦${RUN}⟧\n`,
  },
  'a hook of lefthook': { 'lefthook.yml': 'pre-push:\n  commands:\n    judge:\n      run: ./⟦judge⟧\n', judge: script(`⟦${RUN}⟧`) },
  'a hook of husky': { '.husky/pre-push': 'npm run ⟦ci⟧\n', 'package.json': packageOf({ ci: 'npm run ⟦judge⟧', judge: `⟦${RUN}⟧` }) },
  'a file that GitLab includes': {
    '.gitlab-ci.yml': 'include:\n  - local: ⟦/ci/jobs.yml⟧\n',
    'ci/jobs.yml': `judge:\n  script:\n    - ⟦${RUN}⟧\n`,
  },
  'a file at the top that GitLab includes': {
    '.gitlab-ci.yml': 'include: ⟦jobs.yml⟧\n',
    'jobs.yml': `judge:\n  script:\n    - ⟦${RUN}⟧\n`,
  },
  'every file of a folder that GitLab includes': {
    '.gitlab-ci.yml': 'include:\n  - local: ⟦.gitlab/ci/*.yml⟧\n',
    '.gitlab/ci/jobs.yml': `judge:\n  script:\n    - ⟦${RUN}⟧\n`,
  },
  'every file below a folder that GitLab includes': {
    '.gitlab-ci.yml': 'include:\n  - local: ⟦.gitlab/**.yml⟧\n',
    '.gitlab/ci/jobs.yml': `judge:\n  script:\n    - ⟦${RUN}⟧\n`,
  },
  'included files of included files': {
    '.gitlab-ci.yml': 'include:\n  - local: ⟦.gitlab/all.yml⟧\n',
    '.gitlab/all.yml': 'include:\n  - local: ⟦.gitlab/ci/jobs.yml⟧\n',
    '.gitlab/ci/jobs.yml': `judge:\n  script:\n    - ./⟦judge⟧\n`,
    judge: script(`⟦${RUN}⟧`),
  },
  'a job that extends that of another file': {
    '.gitlab-ci.yml': 'include: [⟦{local: .gitlab/base.yml}, {local: .gitlab/jobs.yml}⟧]\n',
    '.gitlab/base.yml': `.judge:\n  script:\n    - ⟦${RUN}⟧\n`,
    '.gitlab/jobs.yml': 'judge:\n  extends: ⟦.judge⟧\n  stage: test\n',
  },
  'a job that extends several of another file': {
    '.gitlab-ci.yml': 'include: [⟦{local: .gitlab/base.yml}, {local: .gitlab/jobs.yml}⟧]\n',
    '.gitlab/base.yml': `judge-base:\n  script:\n    - ⟦${RUN}⟧\n`,
    '.gitlab/jobs.yml': 'judge:\n  extends:\n    - .other\n    - ⟦judge-base⟧\n',
  },
  'a job that refers to the script of another': {
    '.gitlab-ci.yml': 'include: [⟦{local: .gitlab/base.yml}, {local: .gitlab/jobs.yml}⟧]\n',
    '.gitlab/base.yml': `.judge:\n  script:\n    - ⟦${RUN}⟧\n`,
    '.gitlab/jobs.yml': 'judge:\n  script:\n    - echo\n    - !reference [⟦.judge⟧, script]\n',
  },
  'a pipeline that another starts': {
    '.gitlab-ci.yml': 'child:\n  trigger:\n    include: ⟦ci/child.yml⟧\n',
    'ci/child.yml': `judge:\n  script:\n    - ⟦${RUN}⟧\n`,
  },
  'a template of Azure': {
    'azure-pipelines.yml': 'steps:\n- template: ⟦ci/steps.yml⟧\n',
    'ci/steps.yml': `steps:\n- script: ⟦${RUN}⟧\n`,
  },
  'a script that Jenkins loads': {
    Jenkinsfile: "node { def a = load '⟦ci/judge.groovy⟧'; a.judge() }\n",
    'ci/judge.groovy': `def judge() {\n  sh '⟦${RUN}⟧'\n}\nreturn this\n`,
  },
  'a pipeline of Buildkite': {
    '.buildkite/pipeline.yml': 'steps:\n- command: buildkite-agent pipeline upload ⟦.buildkite/judge.yml⟧\n',
    '.buildkite/judge.yml': `steps:\n- command: ⟦${RUN}⟧\n`,
  },
  'the script of an image': {
    ...github('docker build -f ⟦ci/judge.Dockerfile⟧ .'),
    'ci/judge.Dockerfile': 'FROM node:22\nCOPY ⟦judge.sh⟧ /\nENTRYPOINT ["/judge.sh"]\n'.replace('/judge.sh', '/⟦judge.sh⟧'),
    'judge.sh': script(`⟦${RUN}⟧`),
  },
};

/** What looks like a comment, and stands before what leads to the next link. */
const BESIDE: readonly string[] = [
  'echo "step # 1"; ',
  "printf '# %s\\n' a && ",
  'echo "a \\" # b"; ',
  'echo "$(echo "a # b")"; ',
  `echo 'it'"'"'s # 1'; `,
  'echo $# ; ',
  '//usr/bin/env ',
  '  //bin/../bin/sh ',
];
const PLACES: Readonly<Record<string, (command: string) => Files>> = {
  'a workflow': (command) => ({ '.github/workflows/pr.yaml': workflow(`run: |\n          set -e\n          ${command}`) }),
  'a script': (command) => ({ ...github('./⟦a.sh⟧'), 'a.sh': script(command) }),
  'a script without an ending': (command) => ({ ...github('./⟦a⟧'), a: script(command) }),
  'a target': (command) => ({ ...github('make ⟦a⟧'), Makefile: `a:\n\techo\n\t${command}\n` }),
  'a recipe': (command) => ({ ...github('just ⟦a⟧'), justfile: `a:\n  echo\n  ${command}\n` }),
};
const BESIDE_CHAINS = Object.entries(PLACES).flatMap(([place, filesOf]) =>
  BESIDE.map((beside) => [`${place} with ${beside}`, { ...filesOf(`${beside}./⟦b.sh⟧`), 'b.sh': script(`⟦${RUN}⟧`) }] as const),
);

const written = (text: string): string => text.replaceAll(/[⟦⟧]/g, '');
const told = (before: Files, after: Files): string =>
  reviewFiles({ 'a.yaml': NAMESPACE, ...before }, { 'a.yaml': NAMESPACE, ...after }).text;
const aboutGate = (path: string): RegExp =>
  new RegExp(`^(?:error|warning)\\[.*${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*(?:this review|cdk8s-olm)`, 'm');

describe.each([...Object.entries(CHAINS), ...BESIDE_CHAINS])('the gate through %s', (_, marked) => {
  const files: Files = Object.fromEntries(Object.entries(marked).map(([path, text]) => [path, written(text)]));
  const links = Object.entries(marked).flatMap(([path, text]) =>
    [...text.matchAll(/⟦([^⟧]*)⟧/g)].map(({ 0: link, 1: what, index }) => {
      const after = `${text.slice(0, index)}${/^[^\w.]*include/.test(what ?? '') ? '' : 'other'}${text.slice(index + link.length)}`;
      return [path, what ?? '', written(after)] as const;
    }),
  );

  it.each(links)('is a warning if %s no longer leads to %s', (path, __, after) => {
    expect(told(files, { ...files, [path]: after })).toMatch(aboutGate(path));
  });

  it.each(Object.keys(files))('is a warning if %s is removed, or empty', (path) => {
    const { [path]: ___, ...left } = files;
    expect(told(files, left)).toMatch(aboutGate(path));
    expect(told(files, { ...files, [path]: '' })).toMatch(aboutGate(path));
  });

  it('is quiet if only another script changes', () => {
    const others: Files = {
      'hack/lint.sh': script('yamllint . # make sure that all is right\n# make ci verify'),
      'vendor/a/Makefile': 'test:\n\tmake -C ../b ci\n',
      'tools/Makefile': 'fmt: all\n\tgofmt\n',
      'hack/build': script('make fmt'),
    };
    const after = Object.fromEntries(
      Object.entries(others).map(([path, text]) => [path, text.replace(/yamllint|gofmt|make fmt|make -C/, '$& -v')]),
    );
    expect(told({ ...files, ...others }, { ...files, ...after })).not.toMatch(/^(?:error|warning)\[/m);
  });
});

describe.each(['pre', 'post'])('a script that comes with %s', (when) => {
  it.each(['r', 'ci:r', 'test'])('is a warning for the script %s, which runs the review', (name) => {
    const before = { ...github(`npm run ${name}`), 'package.json': packageOf({ [name]: RUN }) };
    const withMore = (more: string): Files => ({ ...before, 'package.json': packageOf({ [name]: RUN, [more]: 'exit 0' }) });
    expect(told(before, withMore(`${when}${name}`))).toMatch(aboutGate('package.json'));
    expect(told(before, withMore(`${when}other`))).not.toMatch(/^(?:error|warning)\[/m);
  });
});

describe.each(['', 'hack/'])('in the folder "%s"', (folder) => {
  const make = folder === '' ? 'make verify' : 'make -C hack verify';
  const files = (name: string): Files => ({ ...github(make), [`${folder}${name}`]: `verify:\n\t${RUN}\n` });

  it.each([
    ['GNUmakefile', 'Makefile'],
    ['GNUmakefile', 'makefile'],
    ['makefile', 'Makefile'],
  ])('a new %s is a warning if %s runs the review', (name, other) => {
    const path = `${folder}${name}`;
    expect(told(files(other), { ...files(other), [path]: 'verify:\n\ttrue\n' })).toMatch(aboutGate(path));
  });

  it.each([
    ['Makefile', 'GNUmakefile'],
    ['a/GNUmakefile', 'Makefile'],
    ['other.mk', 'Makefile'],
  ])('a new %s is none if %s runs the review', (name, other) => {
    expect(told(files(other), { ...files(other), [`${folder}${name}`]: 'verify:\n\ttrue\n' })).not.toMatch(/^(?:error|warning)\[/m);
  });
});
