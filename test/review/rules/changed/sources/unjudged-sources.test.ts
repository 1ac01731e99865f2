/** Sources of operators that nobody judged: none ends with exit code 0. */
import { describe, expect, it } from 'vitest';
import { csv } from '../../../../support/build.js';
import { bundleFiles } from '../../../../support/bundle-files.js';
import { manifests } from '../../../../support/command-line.js';
import { type Files, GROUP, NAMESPACE, reviewFolder } from '../../../../support/reviewed-files.js';

const BASE: Files = { 'base.yaml': `${NAMESPACE}---\n${GROUP}` };
const { reviewFiles } = reviewFolder();

const extension = (version: string, name = 'db'): string =>
  `apiVersion: olm.operatorframework.io/v1\nkind: ClusterExtension\nmetadata: {name: ${name}}\nspec: {namespace: op, serviceAccount: {name: i}, source: {sourceType: Catalog, catalog: {packageName: db, version: ${version}}}}\n`;
const subscription = (fields = '', source = 'known'): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: db, namespace: op}\nspec: {name: db, source: ${source}, sourceNamespace: olm${fields}}\n`;
const catalog = (spec: string, annotations = ''): string =>
  `apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: known, namespace: olm${annotations}}\nspec: {sourceType: grpc, ${spec}}\n`;

/** The exit code, and what is said of the object that the two texts give. */
function told(before: string | undefined, after: string | undefined, besides: Files = {}): { code: number | null; line: string } {
  const files = (text: string | undefined): Files => ({ ...BASE, ...besides, ...(text === undefined ? {} : { 'it.yaml': text }) });
  const { code, text } = reviewFiles(files(before), files(after));
  const line = text.split('\n').find((one) => /^(?:error|warning|info)\[\S+ \(.*it\.yaml/.test(one)) ?? '';
  return { code, line: line.replace(/\[\S+ \(\S+\)/, '') };
}

describe('a ClusterExtension that the profile does not evaluate', () => {
  it('is told as a new Subscription is where it is new, although nothing of it is in the input', () => {
    expect(told(undefined, extension('1.0.0'))).toEqual({
      code: 0,
      line: 'warning: ClusterExtension db: installs db 1.0.0 from any catalog into op as the ServiceAccount i; its permissions are not known (run cdk8s-olm lock, or give the catalog with --catalog PATH)',
    });
  });

  it('is an error where it installs another version, or elsewhere', () => {
    const { code, line } = told(extension('1.0.0'), extension('1.1.0'));
    expect(code).toBe(1);
    expect(line).toContain(
      'spec.source.catalog.version changes from 1.0.0 to 1.1.0: another package, version or catalog can be installed; what it installs is not known',
    );
    expect(told(extension('1.0.0'), extension('1.0.0').replace('namespace: op', 'namespace: kube-system'))).toMatchObject({ code: 1 });
  });

  it('is a warning where it goes, with all that it installed', () => {
    expect(told(extension('1.0.0'), undefined)).toEqual({
      code: 0,
      line: 'warning: ClusterExtension db: is removed: OLM v1 deletes everything that it installed, including its CRDs and all of their objects',
    });
  });
});

describe('a Subscription', () => {
  const other = { 'csv.yaml': manifests(csv('op/other.v1')) };
  const bundle = bundleFiles('db/1.0.0');

  it('is a warning where its operator is not known, in words of what it does', () => {
    expect(told(undefined, subscription(', channel: alpha, startingCSV: db.v1'), other)).toEqual({
      code: 0,
      line: 'warning: Subscription op/db: installs db from known, channel alpha, starting at db.v1; it upgrades by itself; its permissions are not known (run cdk8s-olm lock, or give the catalog with --catalog PATH)',
    });
    expect(told(undefined, subscription(', installPlanApproval: Manual'), other).line).toContain(
      'installs db from known, the default channel; a person approves its installation and each upgrade; its permissions',
    );
  });

  it('says how the operator runs, but for how much it may use', () => {
    const withConfig = (config: string) => told(undefined, subscription(`, config: {${config}}`), other).line;
    expect(withConfig('resources: {limits: {cpu: 1}}')).toContain('; it runs with resource limits of its own; its permissions');
    expect(withConfig('resources: {}, env: [{name: A, value: b}]')).toContain(
      '; it runs with the settings {"env":[{"name":"A","value":"b"}]} and resource limits of its own; its',
    );
  });

  it('of an operator that is not known tells its changes, and is no error: unknown-version', () => {
    expect(told(subscription(', channel: alpha'), subscription(', channel: beta'), other)).toEqual({
      code: 0,
      line: 'info: Subscription op/db: channel alpha → beta; OLM upgrades it by itself',
    });
    expect(told(subscription(', startingCSV: db.v2'), subscription(', startingCSV: db.v1'), other).line).toContain(
      'startingCSV db.v2 → db.v1; a new cluster starts there, and an installed version stays',
    );
    expect(told(subscription(', startingCSV: db.v2'), subscription(), other).line).toContain(
      'startingCSV db.v2 is removed; a new cluster starts with the newest version of its channel, and an installed version stays',
    );
    expect(told(subscription(), subscription(', config: {volumes: [{name: a, hostPath: {path: /}}]}'), other).code).toBe(1);
  });

  it('is an error where its operator was known, and is so no more', () => {
    const { code, line } = told(subscription(), subscription().replace('spec: {name: db', 'spec: {name: dc'), bundle);
    expect(code).toBe(1);
    expect(line).toContain('what it installs is not in the input and was not reviewed');
  });

  it('is an error where it stays and what says what it installs goes', () => {
    const files = { ...BASE, 'it.yaml': subscription() };
    const { code, text } = reviewFiles({ ...files, ...bundle }, files);
    expect(code).toBe(1);
    expect(text).toMatch(
      /error\[source-changed\] \(\S*it\.yaml:\S+\): Subscription op\/db: installs db\.v1\.0\.0 as before, which is no longer known/,
    );
    expect(text).not.toMatch(/^Grants less/);
  });

  it('is no change where its CSV is in the input, whatever is known of its catalog', () => {
    const files = { ...BASE, 'it.yaml': subscription(', startingCSV: db.v1'), 'csv.yaml': manifests(csv('op/db.v1')) };
    const { code, text } = reviewFiles(files, { ...files, 'README.md': 'Read me.\n' });
    expect(code).toBe(0);
    expect(text).toMatch(/^No change in meaning/m);
    for (const other of [', channel: beta', ', config: {env: [{name: WATCH_NAMESPACE, value: ""}]}'])
      expect(reviewFiles(files, { ...files, 'it.yaml': subscription(`, startingCSV: db.v1${other}`) }).code, other).toBe(1);
    const without = reviewFiles(files, { ...BASE, 'it.yaml': subscription(', startingCSV: db.v1') });
    expect(without.text).not.toMatch(/^No change in meaning/m);
  });

  it('that goes leaves its operator running: subscription-removed', () => {
    const expected = 'is removed; the operator db keeps running, with its permissions, until its ClusterServiceVersion is deleted';
    expect(told(subscription(), undefined, other)).toEqual({ code: 0, line: `info: Subscription op/db: ${expected}` });
    const known = reviewFiles({ ...BASE, ...bundle, 'it.yaml': subscription() }, { ...BASE, ...bundle });
    expect(known.text).toContain(expected);
    expect(known.text).not.toContain('Grants less');
  });

  it('is an error where it goes over to a catalog that nothing named before', () => {
    const { code, line } = told(subscription(), subscription('', 'evil'), bundle);
    expect(code).toBe(1);
    expect(line).toContain('the operator comes from another catalog; nothing named this catalog before, and its content was not reviewed');
    const named = catalog('image: quay.io/a/b:1').replace('name: known', 'name: evil');
    expect(told(subscription(), subscription('', 'evil'), { ...bundle, 'catalog.yaml': named })).toMatchObject({ code: 0 });
    const brought = subscription('', 'redhat-operators').replace('Namespace: olm', 'Namespace: openshift-marketplace');
    expect(told(subscription(), brought, bundle)).toMatchObject({ code: 0 });
  });

  it('has no known operator because a status in a file names a CSV of the input', () => {
    const installed = { 'csv.yaml': manifests(csv('op/db.v1')) };
    const status = 'status: {installedCSV: db.v1}\n';
    const { code, line } = told(subscription() + status, subscription(', channel: beta') + status, installed);
    expect(code).toBe(0);
    expect(line).toContain('Subscription op/db: channel nothing → beta; OLM upgrades it by itself');
    // The review promises nothing of it, as of any operator that is not known.
    const files = (more: string): Files => ({ ...BASE, ...installed, 'it.yaml': subscription(more) + status });
    expect(reviewFiles(files(''), files(', channel: beta')).text).toMatch(/^Permissions may change: Subscription op\/db/);
  });

  it('is a warning where a bundle of the input stands for what the catalog offers', () => {
    const { code, line } = told(undefined, subscription(), bundle);
    expect(code).toBe(0);
    expect(line).toMatch(/^warning: .*; this review uses the bundle in the input, but OLM uses the content of the catalog olm\/known$/);
  });

  it('is an error for each other path of a node that its settings mount, however long they are', () => {
    const settings = (path: string, value = 'x'): string =>
      subscription(`, config: {env: [{name: a, value: ${value.repeat(300)}}], volumes: [{name: h, hostPath: {path: ${path}}}]}`);
    expect(told(settings('/tmp'), settings('/'), bundle)).toMatchObject({ code: 1 });
    expect(told(subscription(), settings('/'), bundle)).toMatchObject({ code: 1 });
    expect(told(settings('/'), settings('/', 'y'), bundle)).toMatchObject({ code: 0 });
  });
});

describe('a catalog', () => {
  it.each([
    ['image', 'image: quay.io/a/b:1', 'image: quay.io/evil/b:1'],
    ['address', 'address: "a:50051"', 'address: "evil:50051"'],
    ['ConfigMap', 'configMap: a', 'configMap: evil'],
  ])('is an error where it is new or changed and comes from another %s', (_, before, after) => {
    for (const old of [undefined, catalog(before)]) {
      const { code, line } = told(old, catalog(after));
      expect(code).toBe(1);
      expect(line).toContain('no catalog came from that place before, and its content was not reviewed');
    }
  });

  it('is an error where a template for its image leads elsewhere', () => {
    const before = catalog('image: quay.io/a/b:1');
    const after = catalog('image: quay.io/a/b:1', ', annotations: {olm.catalogImageTemplate: "evil.example.com/b:{kube_major_version}"}');
    expect(told(before, after)).toMatchObject({ code: 1, line: expect.stringContaining('; the image is evil.example.com/b:1') });
    expect(told(undefined, after)).toMatchObject({ code: 1, line: expect.stringContaining('; the image is evil.example.com/b:1') });
  });

  it('is a warning where another version comes from where it came before', () => {
    expect(told(catalog('image: quay.io/a/b:1'), catalog('image: quay.io/a/b:2'))).toMatchObject({ code: 0 });
  });

  it('is an error for OLM v1, too', () => {
    const of = (ref: string): string =>
      `apiVersion: olm.operatorframework.io/v1\nkind: ClusterCatalog\nmetadata: {name: c}\nspec: {source: {type: Image, image: {ref: "${ref}"}}}\n`;
    expect(told(undefined, of('quay.io/a/b:1'))).toMatchObject({ code: 1 });
    expect(told(of('quay.io/a/b:1'), of('quay.io/evil/b:1'))).toMatchObject({ code: 1 });
    expect(told(of('quay.io/a/b:1'), of('quay.io/a/b:2'))).toMatchObject({ code: 0 });
  });
});
