import { describe, expect, it } from 'vitest';
import { readState } from '../../../../../src/repository/read/read-state.js';
import { refusedFields } from '../../../../../src/review/rules/changed/platform/pod-security-levels.js';
import { namespace } from '../../../../support/build.js';
import { cli, manifests } from '../../../../support/command-line.js';
import { folderOf } from '../../../../support/files.js';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const web = (fields: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'team' },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example.com/web:1', ...fields }] },
    },
  },
});
const PROBE = { livenessProbe: { httpGet: { host: '127.0.0.1', port: 80 } } };

function fields(labels: Readonly<Record<string, string>>, container: object, base = '1.33', head = '1.34'): string[] {
  const { state, problems } = readState([folderOf({ 'input.yaml': manifests(namespace('team', labels), web(container) as never) })]);
  if (!state) throw new Error(JSON.stringify(problems));
  return refusedFields(state, base, head).map(({ at }) => at.slice(-3).join('.'));
}

describe('Pod Security of a new Kubernetes', () => {
  it.each([
    ['1.33', '1.34', 1],
    ['1.32', '1.33', 0],
    ['1.34', '1.35', 0],
  ])('refuses hosts in probes: from %s to %s, %i', (base, head, count) => {
    expect(fields({ [ENFORCE]: 'baseline' }, PROBE, base, head)).toHaveLength(count);
  });

  it.each([
    [{ [ENFORCE]: 'restricted' }, 1],
    [{ [ENFORCE]: 'privileged' }, 0],
    [{}, 0],
    [{ [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'latest' }, 1],
    [{ [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'v1.33' }, 0],
    [{ [ENFORCE]: 'baseline', [`${ENFORCE}-version`]: 'v1.34' }, 1],
    [{ 'pod-security.kubernetes.io/warn': 'baseline' }, 0],
  ])('does so where a namespace enforces it, and in the version that it asks for: %j', (labels, count) => {
    expect(fields(labels, PROBE)).toHaveLength(count);
  });

  it.each([
    [{ readinessProbe: { tcpSocket: { host: 'x', port: 1 } } }, ['readinessProbe.tcpSocket.host']],
    [{ startupProbe: { httpGet: { host: 'x', port: 1 } } }, ['startupProbe.httpGet.host']],
    [{ lifecycle: { preStop: { httpGet: { host: 'x', port: 1 } } } }, ['preStop.httpGet.host']],
    [{ livenessProbe: { httpGet: { host: '', port: 80 } } }, []],
    [{ livenessProbe: { grpc: { port: 80, host: 'x' } } }, []],
  ])('looks at probes and hooks: %j', (container, found) => {
    expect(fields({ [ENFORCE]: 'baseline' }, container)).toEqual(found);
  });

  it('is an error of the review of the upgrade, with what to do before: upgrade-refuses-pods', () => {
    const input = folderOf({ 'input.yaml': manifests(namespace('team', { [ENFORCE]: 'baseline' }), web(PROBE) as never) });
    const { code, out } = cli(['review', input, input, '--platform', 'openshift@4.20', '--head-platform', 'openshift@4.21']);
    expect(code).toBe(1);
    expect(out).toContain('Namespace team enforces baseline, which takes no');
    expect(out).toContain('new Pods of Deployment team/web are refused');
    expect(out).toContain('remove the field before the upgrade');
  });
});
