/** A repository in a folder of its own to measure commands in: what a run takes of the CPU without what its children take, and in all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '..', 'lib', 'bin.js');
/** Without what its children take. */
const PRINT_COST =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("\\ncost "+(user+system)/1e6+" "+(process.resourceUsage().maxRSS>>10))})';

/** The repository in a new folder, which `remove` removes. */
export function temporaryRepository() {
  const root = mkdtempSync(join(tmpdir(), 'cdk8s-olm-bench-'));
  return {
    root,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    commit() {
      const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
      for (const args of [
        ['init', '--quiet'],
        ['add', '.'],
        [...identity, 'commit', '--quiet', '--message', 'fleet'],
      ]) {
        const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
      }
    },
    /** Runs a command, and says what it took and which units it read. */
    measure(name, ...args) {
      const start = performance.now();
      const run = spawnSync(process.execPath, ['--import', PRINT_COST, PROGRAM, ...args], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      const seconds = ((performance.now() - start) / 1000).toFixed(2);
      const [, cpu = '', memory = ''] = /\ncost (\S+) (\S+)$/.exec(run.stderr) ?? [];
      console.log(
        `${name.padEnd(36)} ${Number(cpu).toFixed(2).padStart(6)} s CPU ${seconds.padStart(7)} s in all ${memory.padStart(5)} MB`,
      );
      const summary = /^.*each (?:reviewed|judged) apart.*$/m.exec(`${run.stdout}${run.stderr}`)?.[0] ?? '';
      console.log(`  ${summary.slice(0, 120)}`);
      return run;
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The files of a base with a Subscription. */
export function writeBase(write, folder, name, channel) {
  write(`${folder}/kustomization.yaml`, 'resources: [namespace.yaml, group.yaml, subscription.yaml]\n');
  write(`${folder}/namespace.yaml`, `apiVersion: v1\nkind: Namespace\nmetadata: {name: ${name}}\n`);
  write(
    `${folder}/group.yaml`,
    `apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: ${name}, namespace: ${name}}\n`,
  );
  write(
    `${folder}/subscription.yaml`,
    `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: ${name}, namespace: ${name}}\nspec: {name: ${name}, channel: ${channel}, source: redhat-operators, sourceNamespace: openshift-marketplace}\n`,
  );
}
