/** What a release consists of: scripts/release, run up to the upload, and the workflows that run it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { cli } from './support/command-line.js';
import { describeWith, itWith, program } from './support/needs.js';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const { version } = JSON.parse(textOf('package.json')) as { version: string };
const scripts = readdirSync(join(ROOT, 'scripts/release'));

/** Whether a program can be put into the Node that runs here, which Debian's, say, loads from a library. */
const carries = { isThere: readFileSync(process.execPath).includes('NODE_SEA_FUSE_'), what: 'a Node of nodejs.org' };
const gnuTar = { isThere: spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU'), what: 'GNU tar' };

describeWith([carries, gnuTar, program('git')], 'scripts/release/try.sh', () => {
  let release = '';
  let said = '';
  const inRelease = (file: string): string => join(release, file);
  const [name = ''] = [`cdk8s-olm-linux-${process.arch === 'x64' ? 'amd64' : process.arch}`];

  beforeAll(() => {
    release = mkdtempSync(join(tmpdir(), 'cdk8s-olm-release-'));
    // lib/ has been built, and other tests use it. An image takes minutes: .ci/image makes one.
    const env = { ...process.env, RELEASE: release, npm_config_ignore_scripts: 'true', BASE: 'none', TAG: 'v0', GZIP: '-1' };
    said = execFileSync('bash', [join(ROOT, 'scripts/release/try.sh')], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  }, 180_000);

  afterAll(() => rmSync(release, { recursive: true, force: true }));

  it('makes what is uploaded, and says what it did not make', () => {
    expect(readdirSync(release).sort()).toEqual(
      [
        'SHA256SUMS',
        `cdk8s-olm-${version}.cdx.json`,
        `cdk8s-olm-${version}.tgz`,
        name,
        `${name}.cdx.json`,
        `${name}.tar.gz`,
        'notes.md',
        'olm.yaml',
        'playground.cdx.json',
        'playground.html',
      ].sort(),
    );
    expect(said).toContain('no image: needs buildah, and the base image none\n');
    expect(said).toContain('not ready to be published, for what is said above\n');
  });

  it('gives checksums that hold', () => {
    const { status, stdout } = spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: release, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(7);
  });

  it('gives the notes of the version', () => {
    expect(textOf('CHANGELOG.md')).toContain(readFileSync(inRelease('notes.md'), 'utf8').trim());
  });

  it('has a commit for the action: this one, and lib/', () => {
    const commit = /^action: ([0-9a-f]{40})$/m.exec(said)?.[1] ?? '';
    const git = (...argv: string[]): string => execFileSync('git', argv, { cwd: ROOT, encoding: 'utf8' }).trim();
    expect(git('rev-parse', `${commit}^`)).toBe(git('rev-parse', 'HEAD'));
    const added = git('diff', '--name-status', 'HEAD', commit).split('\n');
    expect(added.filter((line) => !line.startsWith('A\tlib/'))).toEqual([]);
    expect(added).toContain('A\tlib/bin.js');
  });

  describe('the single file', () => {
    /** A folder with the program from the archive, under both of its names, and nothing else on the PATH. */
    function unpacked(): string {
      const folder = join(release, 'unpacked');
      if (!existsSync(folder)) {
        mkdirSync(folder);
        execFileSync('tar', ['-xzf', inRelease(`${name}.tar.gz`), '-C', folder]);
        symlinkSync('cdk8s-olm', join(folder, 'kubectl-olm'));
      }
      return folder;
    }

    const run = (argv: readonly string[], file = join(unpacked(), 'cdk8s-olm')): object => {
      const { status, stdout, stderr } = spawnSync(file, argv, { cwd: ROOT, encoding: 'utf8', env: { PATH: unpacked() } });
      return { status, stdout, stderr };
    };
    /** In this process, which gives what the package gives: test/cli/bin.test.ts. */
    const runPackage = (argv: readonly string[]): object => {
      vi.stubEnv('PATH', '');
      const { code, out, err } = cli(argv);
      vi.unstubAllEnvs();
      return { status: code, stdout: out, stderr: err };
    };

    it.each([
      'check examples/conflict',
      'review examples/reviews/risk-grown/base examples/reviews/risk-grown/head',
      'review examples/reviews/operator-upgrade/base examples/reviews/operator-upgrade/head --format html',
      'render examples/gitops --install',
      'render examples/tenants --only rbac --profile olm',
      'check examples/nowhere',
      'upgrades --help',
    ])('does without Node what the package does: %s', (command) => {
      expect(run(command.split(' '))).toEqual(runPackage(command.split(' ')));
    });

    itWith([program('kubectl')], 'is a plugin of kubectl under the name kubectl-olm', () => {
      const env = { ...process.env, PATH: [unpacked(), process.env.PATH].join(delimiter) };
      const { stdout } = spawnSync('kubectl', ['olm', 'check', 'examples/conflict'], { cwd: ROOT, encoding: 'utf8', env });
      expect(stdout).toContain('InterOperatorGroupOwnerConflict');
    });

    it('comes with a bill of materials that has Node as well', () => {
      const { components } = JSON.parse(readFileSync(inRelease(`${name}.cdx.json`), 'utf8')) as { components: { purl: string }[] };
      expect(components.map(({ purl }) => purl)).toContain(`pkg:generic/node@${process.versions.node}`);
      expect(components.length).toBeGreaterThan(8);
    });

    it('is what the manifest for krew installs', () => {
      const { spec } = parse(readFileSync(inRelease('olm.yaml'), 'utf8')) as {
        spec: { version: string; platforms: { uri: string; sha256: string; bin: string }[] };
      };
      const sha256 = createHash('sha256')
        .update(readFileSync(inRelease(`${name}.tar.gz`)))
        .digest('hex');
      expect(spec.version).toBe(`v${version}`);
      expect(spec.platforms).toMatchObject([{ sha256, bin: 'cdk8s-olm' }]);
      expect(spec.platforms[0]?.uri).toMatch(new RegExp(`/v${version.replaceAll('.', '\\.')}/${name}\\.tar\\.gz$`));
    });
  });
});

describe('a workflow', () => {
  const github = ['.github/workflows/check.yaml', '.github/workflows/release.yaml'];
  const recipes = readdirSync(join(ROOT, 'examples/ci')).filter((name) => name.endsWith('github.yaml'));
  const files = [...github, 'action.yml', 'docs/review.md', ...recipes.map((name) => `examples/ci/${name}`)];

  it.each(files)('takes the actions of others by digest, with the version beside it: %s', (file) => {
    const used = [...textOf(file).matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
    // The project's own action is at a placeholder, for the commit that a user chooses.
    const own = /^OWNER\/cdk8s-olm@(?:v0|COMMIT # v\d+\.\d+\.\d+)$/;
    expect(used.filter((action) => !own.test(action) && !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it('takes one version of an action everywhere', () => {
    const used = new Set(files.flatMap((file) => [...textOf(file).matchAll(/uses: (.*# .*)$/gm)].map(([, action = '']) => action)));
    const repositories = [...used].map((action) => action.split('@')[0]);
    expect(repositories).toEqual([...new Set(repositories)]);
  });

  it.each(github)('lets no expression into a script: %s', (file) => {
    const { jobs } = parse(textOf(file)) as { jobs: Record<string, { steps: { run?: string }[] }> };
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.filter((run) => run.includes('${{'))).toEqual([]);
  });

  it.each(['.github/workflows/release.yaml', '.gitlab-ci.yml'])('runs the scripts that there are: %s', (file) => {
    const run = [...textOf(file).matchAll(/scripts\/release\/([\w.-]+)/g)].map(([, script = '']) => script);
    const onlyGitHub = file.startsWith('.github') ? [] : ['action-commit.sh'];
    expect([...new Set([...run, ...onlyGitHub])].sort()).toEqual(scripts.filter((script) => script !== 'try.sh').sort());
  });

  it.each(scripts.filter((script) => script.endsWith('.sh')))('has a step that bash can read: %s', (script) => {
    expect(spawnSync('bash', ['-n', join(ROOT, 'scripts/release', script)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('scripts/release/ready.mjs', () => {
  it('says all that is missing, and fails', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release/ready.mjs'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, TAG: 'v99.0.0' },
    });
    expect(status).toBe(1);
    expect(stderr).toContain(`the tag is v99.0.0 instead of v${version}\n`);
  });
});
