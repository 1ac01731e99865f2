/** A file that a kustomization lists, and that kustomize refuses: its text is compared, whichever revision broke it. */
import { describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: default\ndata:\n  a: b\n';
const BROKEN = {
  'without a name': SETTINGS.replace('  name: a\n', ''),
  'without a kind': SETTINGS.replace('kind: ConfigMap\n', ''),
  'that is no YAML': `${SETTINGS}b: [\n`,
  'with a key twice': `${SETTINGS}kind: Secret\n`,
} as const;
const side = (text: string): string =>
  folderOf({ 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', 'a.yaml': text, 'b.yaml': SETTINGS.replace('name: a', 'name: b') });

describe.each(Object.entries(BROKEN))('a listed file %s', (_, broken) => {
  it('is a change where HEAD breaks it', () => {
    const { out, code } = cli(['review', side(SETTINGS), side(broken)]);
    expect(out).not.toMatch(/^No change/);
    expect(code).toBeGreaterThan(0);
  });

  it('is a change where it was broken before, and differs', () => {
    expect(cli(['review', side(broken), side(broken.replace('a: b', 'a: c'))]).out).not.toMatch(/^No change/);
  });

  it('is no change where it stays as it is', () => {
    expect(cli(['review', side(broken), side(broken)]).out).toMatch(/^No change/);
  });
});
