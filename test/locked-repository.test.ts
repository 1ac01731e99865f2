/** A real GitOps repository whose community operators are in a registry: locked, it is judged as with the same bundles as folders. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../src/base/kubernetes/object.js';
import { judgedContent } from '../src/olm/lock/bundle-content.js';
import { group, namespace } from './support/build.js';
import { cliToEnd } from './support/cli-to-end.js';
import { cli, manifests } from './support/command-line.js';
import { ownEnvironment } from './support/fake-registry.js';
import { folderOf } from './support/files.js';
import { lockIn, missing, PACKAGES, publish, versionsOf } from './support/published.js';
import { realRegistry } from './support/real-registry.js';

const REPOSITORY = join(PACKAGES, '../OCP-on-NERC+nerc-ocp-config.bundle');
const COMMIT = 'at-c257b1cf66e6';
const needs = missing ?? (existsSync(REPOSITORY) ? undefined : 'needs ../shared/golden/repos');
/** Where the operators of a cluster are subscribed to. */
const OVERLAY = 'cluster-scope/overlays/nerc-ocp-obs';

function clone(): string {
  const folder = join(folderOf(), 'repository');
  execFileSync('git', ['clone', '--quiet', '--branch', COMMIT, REPOSITORY, folder], { stdio: 'ignore' });
  return folder;
}

/** Without the places, which are those of a lock or of a folder, and without what is said of the lock itself. */
function plain(json: string): unknown {
  const places = new Set([
    'file',
    'caret',
    'excerpt',
    'line',
    'column',
    'place',
    'path',
    'document',
    'fingerprint',
    'source',
    'sources',
    'input',
    'base',
    'head',
    'locks',
    'locked',
  ]);
  return JSON.parse(json, (key, value) => (places.has(key) ? undefined : value));
}

/** Of a review what the operators may do; the sizes of CSVs, which a lock has without descriptions, are not compared. */
function judged(json: string): unknown {
  const { gained, findings } = plain(json) as { gained: object[]; findings: { new: { severity: string }[] } };
  expect(gained).not.toEqual([]);
  return { gained, errors: findings.new.filter(({ severity }) => severity === 'error') };
}

/** Objects by what decides something: a lock leaves out what people alone read of a CSV, and a schema of a CRD. */
function objects(text: string): unknown {
  return parseAllDocuments(text).map((document) => {
    const object = document.toJS() as KubernetesObject;
    if (object.kind !== 'ClusterServiceVersion') return object;
    const { name, namespace } = object.metadata;
    return { name, namespace, ...judgedContent({ csv: object, customResourceDefinitions: [], others: [] }) };
  });
}

describe('a locked real repository', () => {
  it('is judged, reviewed, rendered and installed as with the same bundles as folders', { timeout: 600_000 }, async ({ skip }) => {
    skip(needs !== undefined, needs);
    const registry = realRegistry();
    publish(registry, readdirSync(PACKAGES).flatMap(versionsOf));
    const [locked, folders] = [join(clone(), OVERLAY), join(clone(), OVERLAY)];
    const vendor = folderOf();
    const env = ownEnvironment();
    const catalog = `community-operators=${registry.host}/community/catalog:latest`;
    const { code, err } = await cliToEnd(['lock', locked, '--catalog', catalog, '--vendor', vendor], env);
    expect([code, err.replaceAll(/catalog \S+/g, 'catalog')]).toEqual([
      1,
      expect.stringMatching(/^(?:not locked: the image of the catalog is not known; give --catalog\n)+$/),
    ]);
    const names = lockIn(locked).subscriptions?.map(({ name }) => name);
    expect(names).toEqual([
      'external-secrets-operator',
      'grafana-operator',
      'group-sync-operator',
      'keycloak-permissions-operator',
      'cert-manager',
    ]);

    const beside = ['--catalog', `community-operators=${PACKAGES}`];
    const [ofLock, ofFolders] = [(...argv: string[]) => cli([...argv, locked]), (...argv: string[]) => cli([...argv, ...beside, folders])];
    const same = <T>(read: (text: string) => T, ...argv: string[]): void => {
      const [first, second] = [ofLock(...argv), ofFolders(...argv)];
      for (const one of [first, second]) expect(one.out, one.err).not.toBe('');
      expect([first.code, read(first.out)]).toEqual([second.code, read(second.out)]);
    };
    same(plain, 'check', '--format', 'json');
    same(judged, 'review', '--format', 'json', folderOf({ 'namespace.yaml': manifests(namespace('other'), group('other/og')) }));
    same(objects, 'render', '--profile', 'olm', '--only', 'olm');
    const installed = cli(['render', '--install', '--allow-unknown-operators', '--catalog', `community-operators=${vendor}`, locked]);
    const expected = ofFolders('render', '--install', '--allow-unknown-operators');
    expect([installed.code, installed.out]).toEqual([expected.code, expected.out]);
    expect(installed.out).toContain('kind: Deployment');
  });
});
