/** Mirrors: which places are asked, in which order, and who may name them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MirrorRule, mirrorOfOption, mirrorsOfObjects, placesOf } from '../../../../src/supply/registry/mirrors/mirror.js';
import { mirrorsOfRegistriesConf } from '../../../../src/supply/registry/mirrors/registries-conf.js';
import { type RegistryReference, readReference } from '../../../../src/supply/registry/reference.js';
import { fakeRegistry, opened, ownEnvironment, problemOf } from '../../../support/fake-registry.js';
import { folderOf } from '../../../support/files.js';
import { BUNDLE_LABELS, imageOf, layerOf } from '../../../support/images.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** The places that are asked for an image. */
function places(reference: string, rules: readonly MirrorRule[]): string[] {
  return placesOf(readReference(reference) as RegistryReference, rules).map(({ registry, repository }) => `${registry}/${repository}`);
}

/** The rules of a registries.conf. */
function rulesOf(text: string): MirrorRule[] {
  return mirrorsOfRegistriesConf({ CONTAINERS_REGISTRIES_CONF: join(folderOf({ 'registries.conf': text }), 'registries.conf') });
}

describe("OpenShift's objects", () => {
  const set = (kind: string, spec: unknown, apiVersion = 'config.openshift.io/v1') => ({ apiVersion, kind, metadata: { name: 'x' }, spec });
  const entry = { source: 'quay.io/acme', mirrors: ['a.io/acme', 'b.io'] };

  it('ImageDigestMirrorSet is for digests alone', () => {
    const rules = mirrorsOfObjects([set('ImageDigestMirrorSet', { imageDigestMirrors: [entry] })]);
    expect(places(`quay.io/acme/db@${DIGEST}`, rules)).toEqual(['a.io/acme/db', 'b.io/db', 'quay.io/acme/db']);
    expect(places('quay.io/acme/db:v1', rules)).toEqual(['quay.io/acme/db']);
    expect(places(`quay.io/acmecorp/db@${DIGEST}`, rules)).toEqual(['quay.io/acmecorp/db']);
  });

  it('ImageTagMirrorSet is for tags alone', () => {
    const rules = mirrorsOfObjects([
      set('ImageTagMirrorSet', { imageTagMirrors: [{ ...entry, mirrorSourcePolicy: 'NeverContactSource' }] }),
    ]);
    expect(places('quay.io/acme/db:v1', rules)).toEqual(['a.io/acme/db', 'b.io/db']);
    expect(places(`quay.io/acme/db@${DIGEST}`, rules)).toEqual([]);
  });

  it('ImageContentSourcePolicy is for digests, and only of its own group', () => {
    const policy = set(
      'ImageContentSourcePolicy',
      { repositoryDigestMirrors: [{ source: 'quay.io/acme/db', mirrors: ['a.io/other/db'] }] },
      'operator.openshift.io/v1alpha1',
    );
    expect(places(`quay.io/acme/db@${DIGEST}`, mirrorsOfObjects([policy]))).toEqual(['a.io/other/db', 'quay.io/acme/db']);
    expect(mirrorsOfObjects([{ ...policy, apiVersion: 'example.com/v1' }, { kind: 'Namespace' }, null, 'text'])).toEqual([]);
  });

  it('can be for all hosts of a domain', () => {
    const rules = mirrorsOfObjects([
      set('ImageDigestMirrorSet', { imageDigestMirrors: [{ source: '*.redhat.io', mirrors: ['a.io/redhat'] }] }),
    ]);
    expect(places(`registry.redhat.io/ubi9/ubi@${DIGEST}`, rules)).toEqual(['a.io/redhat/ubi9/ubi', 'registry.redhat.io/ubi9/ubi']);
    expect(places(`redhat.io/ubi9/ubi@${DIGEST}`, rules)).toEqual(['redhat.io/ubi9/ubi']);
  });
});

describe('registries.conf', () => {
  it('names mirrors by prefix; the longest counts', () => {
    const rules = rulesOf(`
unqualified-search-registries = ["docker.io"]
[[registry]]
location = "quay.io"
[[registry.mirror]]
location = "all.io/quay"
[[registry]]
prefix = "quay.io/acme"
location = "moved.io/acme"
mirror-by-digest-only = true
[[registry.mirror]]
location = "a.io/acme"
insecure = true
[[registry]]
prefix = "tags.io"
location = "tags.io"
[[registry.mirror]]
location = "b.io"
pull-from-mirror = "tag-only"
`);
    expect(places('quay.io/other/db:v1', rules)).toEqual(['all.io/quay/other/db', 'quay.io/other/db']);
    expect(places('quay.io/acme/db:v1', rules)).toEqual(['moved.io/acme/db']);
    expect(places(`quay.io/acme/db@${DIGEST}`, rules)).toEqual(['a.io/acme/db', 'moved.io/acme/db']);
    expect([places('tags.io/x:v1', rules), places(`tags.io/x@${DIGEST}`, rules)]).toEqual([['b.io/x', 'tags.io/x'], ['tags.io/x']]);
  });

  it('can forbid a registry', () => {
    expect(places('quay.io/acme/db:v1', rulesOf('[[registry]]\nlocation = "quay.io"\nblocked = true\n'))).toEqual([]);
  });

  it('is read from the home, with its parts', () => {
    const home = folderOf({
      '.config/containers/registries.conf': '[[registry]]\nlocation = "a.io"\n[[registry.mirror]]\nlocation = "x.io"\n',
      '.config/containers/registries.conf.d/1.conf': '[[registry]]\nlocation = "b.io"\n[[registry.mirror]]\nlocation = "y.io"\n',
    });
    const rules = mirrorsOfRegistriesConf({ HOME: home });
    expect([places('a.io/db:v1', rules), places('b.io/db:v1', rules)]).toEqual([
      ['x.io/db', 'a.io/db'],
      ['y.io/db', 'b.io/db'],
    ]);
  });

  it.each(['[[registry]', '[[registry]]\nmirror = 3\n'])('that cannot be read is a problem: %j', async (text) => {
    expect((await problemOf(Promise.resolve().then(() => rulesOf(text)))).code).toBe('MIRRORS_UNUSABLE');
  });
});

describe('an option', () => {
  it('is for tags and digests', () => {
    const rules = [mirrorOfOption('quay.io/acme=127.0.0.1:5000/acme')];
    expect(places('quay.io/acme/db:v1', rules)).toEqual(['127.0.0.1:5000/acme/db', 'quay.io/acme/db']);
  });

  it.each(['quay.io', '=x', 'a b=c', 'a.io=https://b.io'])('that names no two places is a problem: %s', async (option) => {
    expect((await problemOf(Promise.resolve().then(() => mirrorOfOption(option)))).code).toBe('MIRRORS_UNUSABLE');
  });
});

describe('mirrors are asked in order', () => {
  const image = imageOf({ layers: [layerOf({ 'manifests/a.yaml': 'a' })], labels: BUNDLE_LABELS });

  it('and the first that has the content gives it', async () => {
    const [empty, wrong, full] = [await fakeRegistry(), await fakeRegistry(), await fakeRegistry()];
    wrong.push('mirror/db', 'v1', image);
    for (const path of wrong.content.keys()) wrong.content.set(path, Buffer.from('wrong'));
    full.push('mirror/db', 'v1', image);
    const mirrors = [
      {
        source: 'quay.io/acme',
        mirrors: [empty, wrong, full].map(({ host }) => ({ location: `${host}/mirror`, digests: true, tags: false })),
      },
    ];
    expect((await opened({ mirrors }).bundle(`quay.io/acme/db@${image.digest}`)).files.size).toBe(1);
  });

  it('and a problem names them all', async () => {
    const [first, second] = [await fakeRegistry(), await fakeRegistry()];
    const mirrors = [
      { source: 'quay.io', mirrors: [first, second].map(({ host }) => ({ location: host, digests: true, tags: true })), onlyMirrors: true },
    ];
    expect(await problemOf(opened({ mirrors }).resolve('quay.io/acme/db:v1'))).toMatchObject({
      code: 'IMAGE_NOT_FOUND',
      file: 'quay.io/acme/db:v1',
      found: `status 404; before that, of the mirrors: ${first.host}/acme/db: ${first.host} does not have an image with the tag v1`,
    });
    expect(
      (await problemOf(opened({ mirrors: [{ source: 'quay.io', mirrors: [], onlyMirrors: true }] }).resolve('quay.io/acme/db:v1'))).code,
    ).toBe('MIRRORS_UNUSABLE');
    expect(ownEnvironment().REGISTRY_AUTH_FILE).toBeUndefined();
  });
});
