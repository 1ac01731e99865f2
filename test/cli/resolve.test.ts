import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const CASES = 'test/golden/resolver';

function json(command: string, name: string, ...options: readonly string[]): { code: number | null; result: Record<string, unknown> } {
  const { code, out, err } = cli([command, `${CASES}/${name}/input.yaml`, '--format', 'json', ...options]);
  expect(err).toBe('');
  return { code, result: JSON.parse(out) as Record<string, unknown> };
}

describe('resolve', () => {
  it('shows dependencies, and what needs them', () => {
    const { code, out } = cli(['resolve', `${CASES}/dep-gvk/input.yaml`]);
    expect(code).toBe(0);
    expect(out).toContain('kettle.v1.2.0 from olm/hub, channel stable, replaces kettle.v1.1.0; a dependency: needed by tray.v1.0.0');
  });

  it.each([2, 12])('says once what %i versions of a package need, and how to resolve it', (count) => {
    const versions = Array.from({ length: count }, (_, index) => `1.${index}.0`);
    const entries = versions.map((version, index) => ({
      name: `shop.v${version}`,
      ...(index > 0 ? { replaces: `shop.v${versions[index - 1]}` } : {}),
    }));
    const bundles = versions.map((version) => ({
      schema: 'olm.bundle',
      name: `shop.v${version}`,
      package: 'shop',
      image: `example.com/shop:${version}`,
      properties: [
        { type: 'olm.package', value: { packageName: 'shop', version } },
        { type: 'olm.package.required', value: { packageName: 'dep', versionRange: '>=1.0.0' } },
      ],
    }));
    const blobs = [
      { schema: 'olm.package', name: 'shop', defaultChannel: 'stable' },
      { schema: 'olm.channel', package: 'shop', name: 'stable', entries },
      ...bundles,
    ];
    const asking =
      'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: g, namespace: op}\n---\napiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: shop, namespace: op}\nspec: {name: shop, channel: stable, source: hub, sourceNamespace: olm}\n';
    const folder = folderOf({ 'a.yaml': asking, 'hub.yaml': blobs.map((blob) => JSON.stringify(blob)).join('\n---\n') });
    const { out } = cli(['resolve', folder]);
    const lines = out.split('\n');
    expect(lines.filter((line) => line.includes('none is offered'))).toEqual([expect.stringContaining(` and ${count - 1} more (`)]);
    expect(lines.filter((line) => line.startsWith('    add a catalog '))).toHaveLength(1);
  });

  it('says with places which documents contradict each other', () => {
    const { code, result } = json('resolve', 'channel-missing');
    expect(code).toBe(1);
    expect(result).toMatchObject({
      namespaces: [
        {
          namespace: 'shop',
          operators: [],
          generated: [],
          uncertain: false,
          reason: 'ConstraintsNotSatisfiable',
          conflict: [
            'no operators found in channel beta of package kettle in the catalog referenced by subscription kettle',
            'subscription kettle exists',
          ],
          because: [{ subject: 'Subscription shop/kettle', file: `${CASES}/channel-missing/input.yaml`, line: 20, column: 1 }],
        },
      ],
    });
  });

  it('gives every outcome that OLM may come to', () => {
    expect(json('resolve', 'order-pins').result).toMatchObject({
      namespaces: [{ uncertain: true, allOrdersTried: true, outcomes: [{ installs: expect.any(Array) }, { installs: expect.any(Array) }] }],
    });
  });

  it('follows upgrades to their end', () => {
    expect(json('resolve', 'path-skips', '--until-stable').result).toMatchObject({
      rounds: expect.any(Array),
      final: { clusterServiceVersions: ['shop/kettle.v1.3.0'] },
      stable: true,
    });
  });

  it('names a catalog whose content the input does not hold', () => {
    const { result } = json('resolve', 'catalog-missing');
    expect(result).toMatchObject({ namespaces: [{ unknownCatalogs: ['olm/nowhere'] }] });
  });

  it('says what is wrong with the input', () => {
    const folder = folderOf({
      'a.yaml': 'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: { name: a, namespace: b }\nspec: { name: 1 }\n',
    });
    const { code, out, err } = cli(['resolve', join(folder, 'a.yaml')]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('a.yaml:4');
    expect(cli(['resolve', folderOf({ 'a.yaml': 'kind: Namespace\napiVersion: v1\nmetadata: { name: a }\n' })]).err).toContain(
      'there is nothing to resolve',
    );
  });

  it('is shown in docs/resolver.md as it is', () => {
    const shown = /^\$ cdk8s-olm resolve examples\/unsatisfiable\n(.*?)^```$/ms.exec(readFileSync('docs/resolver.md', 'utf8'))?.[1];
    expect(cli(['resolve', 'examples/unsatisfiable']).out).toBe(shown);
  });
});

describe('upgrades', () => {
  it('shows each step and why it follows', () => {
    const { code, out } = cli(['upgrades', `${CASES}/path-skiprange/input.yaml`]);
    expect(code).toBe(0);
    expect(out).toContain('skipRange covers it');
    expect(out).toContain('never installed: ');
  });

  it('gives the same as JSON, as tables and as a graph', () => {
    expect(json('upgrades', 'path-two-namespaces').result).toMatchObject({
      paths: [
        {
          namespace: 'pantry',
          steps: [
            { to: 'kettle.v1.1.0', reason: 'startingCSV' },
            { to: 'kettle.v1.2.0', reason: 'replaces' },
          ],
        },
        { namespace: 'shop', end: 'kettle.v1.2.0' },
      ],
    });
    expect(cli(['upgrades', `${CASES}/path-skips/input.yaml`, '--format', 'md']).out).toContain('| From | To | Why | Approval |');
    expect(cli(['upgrades', `${CASES}/path-skips/input.yaml`, '--format', 'mermaid']).out).toMatch(/^graph LR\n/);
  });

  it('says where it stops', () => {
    expect(cli(['upgrades', `${CASES}/upgrade-stranded/input.yaml`]).out).toContain('stops: no later version of the channel upgrades');
  });
});

describe('resolve of what is absent', () => {
  /** What OLM answered. */
  const recorded = (name: string): { namespaces: { namespace: string; error?: string }[] } =>
    JSON.parse(readFileSync(`${CASES}/${name}/expected.json`, 'utf8'));

  it.each([
    'package-missing',
    'catalog-missing',
    'catalog-in-third-namespace',
    'failing-sub-blocks-healthy',
    'failing-sub-other-namespace',
  ])('says what OLM says: %s', (name) => {
    const { code, out } = cli(['resolve', `${CASES}/${name}/input.yaml`]);
    expect(code).toBe(1);
    for (const { error } of recorded(name).namespaces) if (error !== undefined) expect(out).toContain(`OLM says: ${error}`);
    expect(out).not.toContain('not known');
  });
});
