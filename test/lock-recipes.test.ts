/** The recipes that renew a lock, run as they are written: with a remote repository in a folder, and stubs for `docker` and `gh`. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliToEnd } from './support/cli-to-end.js';
import { ownEnvironment } from './support/fake-registry.js';
import { folderOf } from './support/files.js';
import { CATALOG_LABELS, imageOf, layerOf } from './support/images.js';
import { noRealRegistry, realRegistry } from './support/real-registry.js';
import { recipe, runScript, type Where } from './support/recipes.js';

function csvOf(version: string): object {
  const rules = [{ apiGroups: [''], resources: version === '1.0.0' ? ['pods'] : ['secrets'], verbs: ['get'] }];
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `kettle.v${version}` },
    spec: {
      version,
      installModes: [{ type: 'AllNamespaces', supported: true }],
      install: {
        strategy: 'deployment',
        spec: { deployments: [], clusterPermissions: [{ serviceAccountName: 'kettle', rules }] },
      },
    },
  };
}

const BUNDLE_ANNOTATIONS = `annotations:
  operators.operatorframework.io.bundle.package.v1: kettle
  operators.operatorframework.io.bundle.mediatype.v1: registry+v1
  operators.operatorframework.io.bundle.manifests.v1: manifests/
  operators.operatorframework.io.bundle.metadata.v1: metadata/
  operators.operatorframework.io.bundle.channels.v1: stable
`;

/** @param imageOfBundle of each version; without images, the bundles are in the catalog */
function catalogOf(versions: readonly string[], imageOfBundle?: (version: string, index: number) => string): string {
  const bundle = (version: string, index: number): object => {
    const data = Buffer.from(JSON.stringify(csvOf(version))).toString('base64');
    const own = { type: 'olm.package', value: { packageName: 'kettle', version } };
    const content = imageOfBundle
      ? { image: imageOfBundle(version, index), properties: [own] }
      : { properties: [own, { type: 'olm.bundle.object', value: { data } }] };
    return { schema: 'olm.bundle', package: 'kettle', name: `kettle.v${version}`, ...content };
  };
  const entries = versions.map((version, index) => ({
    name: `kettle.v${version}`,
    ...(index > 0 ? { replaces: `kettle.v${versions[index - 1]}` } : {}),
  }));
  const blobs = [
    { schema: 'olm.package', name: 'kettle', defaultChannel: 'stable' },
    { schema: 'olm.channel', package: 'kettle', name: 'stable', entries },
    ...versions.map(bundle),
  ];
  return blobs.map((blob) => `---\n${JSON.stringify(blob)}\n`).join('');
}

const APP = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'op' } },
  { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace: 'op' } },
  {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: 'kettle', namespace: 'op' },
    spec: { name: 'kettle', channel: 'stable', source: 'ours', sourceNamespace: 'olm' },
  },
];

interface Place {
  readonly work: string;
  readonly remote: string;
  readonly folder: string;
  run(where: Where, script: string, env?: Readonly<Record<string, string>>): { readonly status: number | null; readonly out: string };
  git(...argv: string[]): string;
}

/** A pull request as the forge knows it. */
interface Request {
  readonly number: number;
  readonly head: string;
  readonly isCrossRepository: boolean;
  readonly state: 'open' | 'merged';
  readonly body: string;
}

/**
 * `gh`, as far as the recipes use it, with the requests of a file: `pr list` filters by head and state, whoever owns the branch;
 * `pr edit BRANCH` takes the newest request of the branch in any state; `pr create` fails beside an open request of the repository.
 */
const GH = `#!/bin/sh
file=$GH_REQUESTS verb=$2 branch=$3
[ -e "$file" ] || echo '[]' > "$file"
while [ $# -gt 0 ]; do
  case "$1" in
    --head) head=$2 ;;
    --state) state=$2 ;;
    --json) fields=$2 ;;
    --jq) filter=$2 ;;
    --body-file) text=$2 ;;
  esac
  shift
done
case "$verb" in
  list)
    jq --arg head "$head" --arg state "$state" --arg fields "$fields" \\
      'map(select(.head == $head and .state == $state) | with_entries(select(.key | IN($fields | split(",")[]))))' "$file" | jq -r "$filter"
    exit ;;
  edit)
    jq --arg branch "$branch" --rawfile body "$text" \\
      '(map(.head == $branch or (.number | tostring) == $branch) | rindex(true)) as $at | if $at == null then error else .[$at].body = $body end' \\
      "$file" > "$file.new" ;;
  create)
    jq --arg head "$head" --rawfile body "$text" \\
      'if any(.[]; .head == $head and .state == "open" and (.isCrossRepository | not)) then error else
        . + [{ number: (length + 1), head: $head, state: "open", isCrossRepository: false, body: $body }] end' "$file" > "$file.new" ;;
  *) false ;;
esac && mv "$file.new" "$file"
`;

/** A clone whose lock is a version behind its catalog. */
async function place(): Promise<Place> {
  const folder = folderOf();
  const [work, remote, bin, home] = ['work', 'remote.git', 'bin', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const one of [bin, home]) mkdirSync(one);
  writeFileSync(join(bin, 'gh'), GH);
  chmodSync(join(bin, 'gh'), 0o755);
  const run: Place['run'] = (where, script, more = {}) => {
    const env = { HOME: home, GH_REQUESTS: join(folder, 'requests.json'), ...more };
    const shell = where === 'machine' ? ['bash', '-e', '-o', 'pipefail', '-c'] : ['sh', '-e', '-c'];
    const path = where === 'machine' ? `PATH="${bin}:$PATH"\n` : '';
    const { status, stdout, stderr } = runScript(where, `${path}${script}`, { cwd: work, env, volumes: [folder], shell });
    return { status, out: `${stdout}${stderr}` };
  };
  const git = (...argv: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', argv, {
      cwd: existsSync(work) ? work : folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    });
    expect({ argv, status, stderr }).toMatchObject({ status: 0 });
    return stdout;
  };
  git('init', '--quiet', '--bare', '--initial-branch', 'main', remote);
  git('-C', remote, 'config', 'receive.advertisePushOptions', 'true');
  writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\nenv | grep ^GIT_PUSH_OPTION_ > "${folder}/options"; exit 0\n`);
  chmodSync(join(remote, 'hooks/pre-receive'), 0o755);
  git('clone', '--quiet', remote, work);
  mkdirSync(join(work, 'app'));
  writeFileSync(join(work, 'app/app.yaml'), APP.map((one) => `---\n${JSON.stringify(one)}\n`).join(''));
  publish(folder, '1.0.0');
  writeFileSync(join(work, '.cdk8s-olm.yaml'), `options:\n  catalog: ["ours=oci:${folder}/catalog"]\n`);
  const start = process.cwd();
  process.chdir(work);
  const { code, err } = await cliToEnd(['lock', '.'], ownEnvironment()).finally(() => process.chdir(start));
  expect([code, err]).toEqual([0, '']);
  git('add', '.');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '--message', 'start');
  git('push', '--quiet', 'origin', 'HEAD:main');
  return { work, remote, folder, run, git };
}

/** A catalog as an image, in a layout of OCI. */
function publish(folder: string, ...versions: string[]): void {
  const image = imageOf({ layers: [layerOf({ 'configs/kettle/catalog.yaml': catalogOf(versions) })], labels: CATALOG_LABELS });
  const layout = join(folder, 'catalog');
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  for (const [name, bytes] of [...image.blobs, [image.digest, image.manifest] as const])
    writeFileSync(join(layout, 'blobs', name.replace(':', '/')), bytes);
  const manifest = { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest: image.digest, size: image.manifest.length };
  writeFileSync(join(layout, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  writeFileSync(join(layout, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [manifest] }));
}

const publishNext = ({ folder }: Place): void => publish(folder, '1.0.0', '1.1.0');
const requestsOf = ({ folder }: Place): readonly Request[] => {
  const file = join(folder, 'requests.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Request[]) : [];
};
const pushed = ({ git, remote }: Place): string => git('-C', remote, 'show', 'cdk8s-olm/lock:olm-lock.yaml');

describe('a recipe that renews the lock', { timeout: 180_000 }, () => {
  const { jobs } = recipe<{ jobs: { lock: { steps: { run?: string }[] } } }>('lock-github.yaml');
  const github = jobs.lock.steps.flatMap(({ run }) => run ?? []).join('\n');
  const { lock } = recipe<{ lock: { script: string[] } }>('lock-gitlab.yaml');
  const gitlab = lock.script.join('\n');
  const secrets = {
    PACKAGES: '',
    LOCK_TOKEN: 'secret',
    CI_SERVER_HOST: 'git.example.com',
    CI_PROJECT_PATH: 'a/b',
    CI_DEFAULT_BRANCH: 'main',
  };

  it('on GitHub does nothing where nothing is new, and else opens a pull request with the review', async () => {
    const here = await place();
    expect(here.run('machine', github, { RUNNER_TEMP: here.folder, PACKAGES: '' })).toMatchObject({ status: 0 });
    expect(requestsOf(here)).toEqual([]);
    publishNext(here);
    const { status, out } = here.run('machine', github, { RUNNER_TEMP: here.folder, PACKAGES: '' });
    expect([status, out]).toEqual([0, expect.stringContaining('kettle.v1.1.0')]);
    expect(pushed(here)).toContain('csv: kettle.v1.1.0');
    expect(requestsOf(here)).toMatchObject([{ state: 'open', body: expect.stringMatching(/get secrets/) }]);
    expect(readFileSync(join(here.folder, 'review.md'), 'utf8')).toMatch(/get secrets/);
  });

  it('on GitHub renews the lock ten times in a row, whatever requests there were before', async () => {
    const here = await place();
    const foreign = { number: 1, head: 'cdk8s-olm/lock', isCrossRepository: true, state: 'open', body: 'of a fork' } as const;
    const write = (requests: readonly Request[]): void => writeFileSync(join(here.folder, 'requests.json'), JSON.stringify(requests));
    write([foreign]);
    const versions = ['1.0.0'];
    for (let round = 1; round <= 10; round += 1) {
      versions.push(`1.${round}.0`);
      publish(here.folder, ...versions);
      expect(here.run('machine', github, { RUNNER_TEMP: here.folder, PACKAGES: '' })).toMatchObject({ status: 0 });
      expect(pushed(here)).toContain(`csv: kettle.v1.${round}.0`);
      const [fork, ...own] = requestsOf(here);
      expect(fork).toEqual(foreign);
      expect(own.filter(({ state }) => state === 'open')).toMatchObject([{ body: expect.stringContaining(`1.${round}.0`) }]);
      // A request waits, and the next renewal updates it; then it is merged, and the one after opens another.
      here.git('switch', '--quiet', 'main');
      if (round % 2 === 0) {
        here.git('merge', '--quiet', '--ff-only', 'cdk8s-olm/lock');
        write([foreign, ...own.map((one) => ({ ...one, state: 'merged' as const }))]);
      }
      here.git('branch', '--quiet', '--delete', '--force', 'cdk8s-olm/lock');
    }
    expect(requestsOf(here)).toHaveLength(1 + 5);
  });

  const missing = noRealRegistry();
  it.skipIf(missing)(`on GitHub logs in, and reviews the bundle that it pulled${missing ? ` (${missing})` : ''}`, async () => {
    const here = await place();
    const login = noRealRegistry(['htpasswd']) ? [] : ['--auth', 'us:secret'];
    const { host, push } = realRegistry(...login);
    const images = ['1.0.0', '1.1.0'].map((version) => {
      const files = { 'manifests/kettle.yaml': JSON.stringify(csvOf(version)), 'metadata/annotations.yaml': BUNDLE_ANNOTATIONS };
      return push(folderOf(files), `kettle:${version}`, ...login);
    });
    const configs = folderOf({ 'configs/kettle/catalog.yaml': catalogOf(['1.0.0', '1.1.0'], (_, index) => images[index] ?? '') });
    push(configs, 'catalog:v1', ...login, '--label', 'operators.operatorframework.io.index.configs.v1=/configs');
    writeFileSync(join(here.work, '.cdk8s-olm.yaml'), `options:\n  catalog: ["ours=${host}/catalog:v1"]\n`);
    here.git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '--quiet', '--all', '--message', 'move');
    const auth = Buffer.from('us:secret').toString('base64');
    const env = { RUNNER_TEMP: here.folder, PACKAGES: '', PULL_SECRET: JSON.stringify({ auths: { [host]: { auth } } }) };
    expect(here.run('machine', github, env)).toMatchObject({ status: 0 });
    const [{ body } = { body: '' }] = requestsOf(here);
    expect(body).toMatch(/get secrets/);
    expect(body).not.toContain('lock-not-verified');
  });

  it.each(['GitHub', 'GitLab'])('on %s opens a request for each package that is asked for', async (forge) => {
    const here = await place();
    here.git('config', '--global', `url.${here.remote}.insteadOf`, 'https://lock:secret@git.example.com/a/b.git');
    publishNext(here);
    const script = forge === 'GitHub' ? github : gitlab;
    const where = forge === 'GitHub' ? 'machine' : 'image';
    const { status } = here.run(where, script, { ...secrets, RUNNER_TEMP: here.folder, PACKAGES: 'kettle' });
    expect(status).toBe(0);
    expect(here.git('-C', here.remote, 'branch', '--list', '--format=%(refname:short)').split('\n').filter(Boolean)).toEqual([
      'cdk8s-olm/lock-kettle',
      'main',
    ]);
    expect(here.git('-C', here.remote, 'show', 'cdk8s-olm/lock-kettle:olm-lock.yaml')).toContain('csv: kettle.v1.1.0');
    if (forge === 'GitHub') expect(requestsOf(here)).toMatchObject([{ head: 'cdk8s-olm/lock-kettle', state: 'open' }]);
  });

  it('on GitLab renews the lock three times in a row', async () => {
    const here = await place();
    here.git('config', '--global', `url.${here.remote}.insteadOf`, 'https://lock:secret@git.example.com/a/b.git');
    const versions = ['1.0.0'];
    for (let round = 1; round <= 3; round += 1) {
      versions.push(`1.${round}.0`);
      publish(here.folder, ...versions);
      expect(here.run('image', gitlab, secrets)).toMatchObject({ status: 0 });
      expect(pushed(here)).toContain(`csv: kettle.v1.${round}.0`);
      expect(readFileSync(join(here.folder, 'options'), 'utf8')).toContain(`1.${round}.0`);
      // The next pipeline starts from the default branch, which has merged every second request.
      here.git('switch', '--quiet', 'main');
      if (round % 2 === 0) here.git('merge', '--quiet', '--ff-only', 'cdk8s-olm/lock');
      here.git('branch', '--quiet', '--delete', '--force', 'cdk8s-olm/lock');
    }
  });

  it('on GitLab does nothing where nothing is new, and else opens a merge request with the review', async () => {
    const here = await place();
    here.git('config', '--global', `url.${here.remote}.insteadOf`, 'https://lock:secret@git.example.com/a/b.git');
    expect(here.run('image', gitlab, secrets)).toMatchObject({ status: 0 });
    publishNext(here);
    const { status, out } = here.run('image', gitlab, secrets);
    expect([status, out]).toEqual([0, expect.stringContaining('kettle.v1.1.0')]);
    expect(pushed(here)).toContain('csv: kettle.v1.1.0');
    const options = readFileSync(join(here.folder, 'options'), 'utf8');
    expect(options).toContain('merge_request.create');
    expect(options).toMatch(/merge_request\.description=.*get secrets/);
  });

  it('on Tekton writes the lock and the review', async () => {
    const { spec } = recipe<{ spec: { steps: { script: string }[] } }>('tekton/lock-task.yaml');
    const here = await place();
    publishNext(here);
    const script = (spec.steps[0]?.script ?? '').replaceAll('$(workspaces.review.path)', here.folder);
    expect(here.run('image', script, { INPUT: '.' })).toMatchObject({ status: 0 });
    expect(readFileSync(join(here.work, 'olm-lock.yaml'), 'utf8')).toContain('csv: kettle.v1.1.0');
    expect(readFileSync(join(here.folder, 'review.md'), 'utf8')).toMatch(/get secrets/);
  });
});
