import { describe, expect, it } from 'vitest';
import { commands } from '../../../../../src/review/rules/changed/pods/commands.js';
import { sides } from '../../../../support/states.js';
import { operatorState, pod } from '../../../../support/workloads.js';

const changes = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>, names = ['etcd.v1', 'etcd.v1']) =>
  commands
    .compare(...sides(operatorState(names[0] as string, pod(before)), operatorState(names[1] as string, pod(after))))
    .map(({ severity, message }) => `${severity}: ${message}`);

describe('changes of commands', () => {
  it('warns of another command and of other hooks, whatever the image', () => {
    expect(changes({ command: ['run'] }, { command: ['sh', '-c', 'curl evil'] })).toEqual([
      'warning: container manager of Deployment op/manager has another command: ["sh","-c","curl evil"]',
    ]);
    expect(changes({}, { lifecycle: { postStart: { exec: { command: ['curl'] } } } })[0]).toContain('has other hooks at start or stop');
  });

  it('notes other arguments and variables', () => {
    expect(changes({ args: ['a'] }, { args: ['b'], env: [{ name: 'A', value: 'b' }] })).toEqual([
      'info: container manager of Deployment op/manager has other arguments',
      'info: container manager of Deployment op/manager has other environment variables',
    ]);
  });

  it('shows of arguments and variables those that come and go', () => {
    const shown = (before: readonly unknown[], after: readonly unknown[], field = 'args') =>
      commands
        .compare(...sides(operatorState('etcd.v1', pod({ [field]: before })), operatorState('etcd.v1', pod({ [field]: after }))))
        .map((change) => [change.before, change.after]);
    expect(shown(['--a', '--b', '--c=1'], ['--a', '--b', '--c=2', '--d'])).toEqual([['["--c=1"]', '["--c=2","--d"]']]);
    expect(shown(['--a'], ['--a', '--b'])).toEqual([['none', '["--b"]']]);
    expect(shown([{ name: 'A', value: '1' }, { name: 'B' }], [{ name: 'B' }], 'env')).toEqual([['[{"name":"A","value":"1"}]', 'none']]);
    expect(shown(['--a', '--b'], ['--b', '--a'])).toEqual([['["--a","--b"]', '["--b","--a"]']]);
  });

  it('notes another version of an image that a command names, and warns of another image', () => {
    const flag = (image: string) => ({ command: ['/manager', `-helper=${image}`] });
    expect(changes(flag('acme/helper:v1'), flag('acme/helper:v2'))).toEqual([
      'info: container manager of Deployment op/manager has another command',
    ]);
    expect(changes(flag('acme/helper:v1'), flag('evil/helper:v1'))[0]).toMatch(/^warning/);
    expect(changes(flag('acme/helper:v1'), { command: ['/manager', '-other=acme/helper:v2'] })[0]).toMatch(/^warning/);
  });

  it('says nothing of variables in an upgrade, and of a command that stays', () => {
    expect(changes({ env: [] }, { env: [{ name: 'A', value: 'b' }] }, ['etcd.v1.0.0', 'etcd.v2.0.0'])).toEqual([]);
    expect(changes({ command: ['run'] }, { command: ['run'], args: [] })).toEqual([]);
  });

  it('warns of another command in a probe, and says nothing of its times', () => {
    const probe = (command: string, periodSeconds = 1) => ({ livenessProbe: { exec: { command: [command] }, periodSeconds } });
    expect(changes(probe('true'), probe('curl'))).toEqual([
      'warning: container manager of Deployment op/manager has another command in its probe: ["curl"]',
    ]);
    expect(changes(probe('true'), probe('true', 9))).toEqual([]);
  });

  it('warns of other arguments of a shell', () => {
    const shell = (script: string) => ({ command: ['/bin/sh', '-c'], args: [script] });
    expect(changes(shell('run'), shell('curl evil'))).toEqual(['warning: container manager of Deployment op/manager has other arguments']);
  });

  it('tells what a new container runs, and follows one that is renamed', () => {
    const added = commands.compare(
      ...sides(
        operatorState('etcd.v1', pod()),
        operatorState('etcd.v2', {
          containers: [...(pod().containers as object[]), { name: 'state', image: 'a', command: ['curl'], args: ['evil'] }],
        }),
      ),
    );
    expect(added.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'warning: the new container state of Deployment op/manager has a command: ["curl"]',
      'info: the new container state of Deployment op/manager has arguments',
    ]);
    expect(changes({ command: ['run'] }, { name: 'other', command: ['run'] }, ['etcd.v1', 'etcd.v2'])).toEqual([]);
    expect(changes({ command: ['run'] }, { name: 'other', command: ['curl'] }, ['etcd.v1', 'etcd.v2'])).toEqual([
      'warning: container other of Deployment op/manager has another command: ["curl"]',
    ]);
  });
});
