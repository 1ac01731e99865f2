import { afterEach, describe, expect, it } from 'vitest';
import { cli } from '../../support/command-line.js';
import { type Change, committed, history } from '../../support/git.js';

const start = process.cwd();
afterEach(() => process.chdir(start));

const catalog = (version: string): string =>
  `schema: olm.package\nname: op\ndefaultChannel: stable\n---\nschema: olm.channel\npackage: op\nname: stable\nentries:\n- name: op.v${version}\n---\nschema: olm.bundle\npackage: op\nname: op.v${version}\nimage: example.com/op@sha256:${'1'.repeat(64)}\nproperties:\n- type: olm.package\n  value: {packageName: op, version: ${version}}\n`;
const GROUP =
  'apiVersion: v1\nkind: Namespace\nmetadata: {name: op}\n---\napiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata: {name: g, namespace: op}\n---\n';
const SUBSCRIPTION =
  'apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: op, namespace: op}\nspec: {name: op, channel: stable, source: cat, sourceNamespace: olm}\n';
const SOURCE =
  '---\napiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: cat, namespace: olm}\nspec: {sourceType: grpc, image: example.com/index:v1}\n';

/** Ways in which a Subscription asks, where no name says which of two folders it means. */
const WAYS: Readonly<Record<string, string>> = {
  'with its CatalogSource': GROUP + SUBSCRIPTION + SOURCE,
  'without a CatalogSource': GROUP + SUBSCRIPTION,
};
const files = (way: string): Change => ({
  'apps/op.yaml': WAYS[way] as string,
  'v4.14/op/catalog.yaml': catalog('1.14.0'),
  'v4.15/op/catalog.yaml': catalog('1.15.0'),
});

describe.each(Object.keys(WAYS))('several catalogs in folders, and a Subscription %s', (way) => {
  it('are each a catalog, and the operator is not known', () => {
    process.chdir(committed(files(way) as Record<string, string>));
    const { out, err, code } = cli(['check', '.', '--all']);
    expect(err).not.toContain('DUPLICATE_OBJECT');
    expect(out).toContain('1 unknown operator');
    expect(code).toBe(0);
  });

  it.each([
    ['a changed one', { 'v4.15/op/catalog.yaml': catalog('1.15.1') }],
    ['a new one', { 'v4.16/op/catalog.yaml': catalog('1.16.0') }],
  ])('%s stops a review: the Subscription can install from it', (_, change: Change) => {
    process.chdir(history(files(way), change));
    const { out, code } = cli(['review', 'git:main^', 'git:main']);
    expect(out).toMatch(/^Permissions may change/m);
    expect(out).toContain('Subscription op/op can install from it: nothing says which of several catalogs the cluster has');
    expect(code).toBe(1);
  });

  it('the one with the name of the CatalogSource is the one that it asks for', () => {
    process.chdir(committed({ ...(files(way) as Record<string, string>), 'cat/op/catalog.yaml': catalog('1.13.0') }));
    expect(cli(['check', '.', '--all']).out).toContain('1.13.0');
  });
});

describe.each(Object.keys(WAYS))('a catalog of a Subscription %s, when decoys come along', (way) => {
  const before: Change = { 'apps/op.yaml': WAYS[way] as string, 'cats/op/catalog.yaml': catalog('1.14.0') };
  const other = catalog('1.0.0')
    .replaceAll('op.v', 'x.v')
    .replace('packageName: op', 'packageName: x')
    .replaceAll(/(name|package): op$/gm, '$1: x');
  const decoys: Change = { 'd1/x/catalog.yaml': other, 'd2/x/catalog.yaml': other };
  const reviewed = (change: Change): ReturnType<typeof cli> => {
    process.chdir(history(before, change));
    return cli(['review', 'git:main^', 'git:main']);
  };

  it('counts as the catalog, if they have another package', () => {
    const { out } = reviewed({ ...decoys, 'cats/op/catalog.yaml': catalog('1.15.0') });
    expect(out).toContain('the catalog leads to op.v1.15.0 and no longer to op.v1.14.0');
  });

  it.each([
    ['in a folder', { ...decoys, 'd3/op/catalog.yaml': catalog('1.15.0') }],
    ['in a folder with the name of the catalog', { ...decoys, 'cat/op/catalog.yaml': catalog('1.15.0') }],
  ])('is not known if one of them has the package %s', (_, change: Change) => {
    const { out, code } = reviewed(change);
    expect(out).toMatch(/^Permissions may change/m);
    expect(code).toBe(1);
  });
});

describe('a repository of catalogs alone', () => {
  const alone = (more: Record<string, string> = {}): ReturnType<typeof cli> => {
    process.chdir(committed({ 'v4.14/op/catalog.yaml': catalog('1.14.0'), 'v4.15/op/catalog.yaml': catalog('1.15.0'), ...more }));
    return cli(['check', '.']);
  };

  it('installs nothing, which is a warning', () => {
    const { err, code } = alone();
    expect(err).toContain('warning[NO_MANIFESTS]');
    expect(code).toBe(0);
  });

  it('fails if a catalog cannot be built', () => {
    const { err, code } = alone({ 'v4.16/op/catalog.yaml': catalog('1.16.0').replace('- name: op.v1.16.0', '- name: op.v1.16.1') });
    expect(err).toContain('error[BUNDLE_NOT_FOUND] v4.16/op/catalog.yaml');
    expect(code).toBe(2);
  });
});
