import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { itWith, program } from '../support/needs.js';

/** What bash offers for the last word of a line. */
function offered(line: string, folder = '.'): string[] {
  const words = line.split(' ');
  const script = `${cli(['completion', 'bash']).out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _cdk8s_olm; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['--norc', '-c', script], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion in bash', () => {
  it.each<[string, string[]]>([
    ['cdk8s-olm re', ['review', 'render', 'report', 'resolve']],
    ['cdk8s-olm check --kube', ['--kube-version']],
    ['cdk8s-olm render --profile ', ['documented', 'olm', 'olm-v1']],
    ['cdk8s-olm review a b --format s', ['sarif']],
    ['cdk8s-olm review a b --fail-on grants', ['grants-more', 'grants-more=somewhere', 'grants-more=everywhere', 'grants-more=escalates']],
    ['cdk8s-olm completion ', ['bash', 'zsh', 'fish']],
    ['cdk8s-olm can-i --a', ['--as', '--as-group', '--all-namespaces', '--assume-namespace']],
    ['cdk8s-olm who-can --a', ['--all-namespaces', '--assume-namespace']],
  ])('offers, for %s, %j', (line, words) => {
    expect(offered(line)).toEqual(words);
  });

  it('offers files where an input is meant', () => {
    const folder = folderOf({ 'clusters/a.yaml': '', 'catalog.yaml': '' });
    expect(offered('cdk8s-olm check c', folder).sort()).toEqual(['catalog.yaml', 'clusters']);
  });
});

describe('completion scripts', () => {
  itWith([program('zsh')], 'are good zsh', () => {
    expect(spawnSync('zsh', ['-n'], { input: cli(['completion', 'zsh']).out, encoding: 'utf8' }).stderr).toBe('');
  });

  itWith([program('fish')], 'are good fish', () => {
    const folder = folderOf({ 'cdk8s-olm.fish': cli(['completion', 'fish']).out });
    expect(spawnSync('fish', ['--no-execute', 'cdk8s-olm.fish'], { cwd: folder, encoding: 'utf8' }).stderr).toBe('');
  });

  it('quote for fish what is between quotation marks', () => {
    expect(cli(['completion', 'fish']).out).toContain("-d 'whose rules to apply: OLM v0.17 to v0.46 (default), OLM\\'s documents");
  });

  it('are for shells that are known', () => {
    expect(cli(['completion', 'powershell'])).toMatchObject({ code: 2, out: '' });
  });
});
