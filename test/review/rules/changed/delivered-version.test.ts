import { describe, expect, it } from 'vitest';
import { otherVersions, versionStep } from '../../../../src/review/rules/changed/delivered-version.js';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const DIGEST = `sha256:${'0'.repeat(64)}`;

describe('a version in place of another', () => {
  it.each([
    ['v1.2.3', 'v1.2.4', 'next'],
    ['1.2.3', '2.0.0-rc.1', 'next'],
    ['2.0.0-rc.1', '2.0.0', 'next'],
    [undefined, 'v1.*', 'next'],
    [COMMIT, 'v1.2.3', 'next'],
    [COMMIT, COMMIT.replace('0', 'f'), 'next'],
    ['~1.2.0', '~1.3.0', 'next'],
    ['*', '1.2.3', 'next'],
    ['v1.2.3', 'v1.2.2', 'older'],
    ['2.0.0', '2.0.0-rc.1', 'older'],
    ['v1.2.3', COMMIT, 'commit'],
    [undefined, COMMIT, 'commit'],
    ['v1.2', 'v1.3', 'next'],
    ['v1.2.3', 'v2', 'open'],
    [COMMIT, 'v2', 'open'],
    ['1.2.3', '*', 'open'],
    ['1.2.3', '>=0.0.0-0', 'open'],
    ['1.2.3', '1.x', 'open'],
    ['~1.2.0', '>1.2.0', 'open'],
    ['~1.2.0', '~1.1.0', 'open'],
    ['>=1.0 <2', '>=1.0 <99', 'open'],
    [`main@${DIGEST}`, `main@${DIGEST.replace('0', 'f')}`, 'next'],
    [DIGEST, DIGEST.replace('0', 'f'), 'next'],
    ['1.2.3', `main@${DIGEST}`, 'open'],
    [`1.2.3@${DIGEST}`, `1.2.2@${DIGEST}`, 'older'],
  ] as const)('%s, then %s: %s', (was, is, step) => {
    expect(versionStep(was, is)).toBe(step);
  });

  it('is a range in a chart if it has fewer than three numbers', () => {
    expect(versionStep('1.2.3', '1', true)).toBe('open');
    expect(versionStep('1', '2')).toBe('next');
    expect(versionStep('1', '2', true)).toBe('next');
  });

  it('is found whichever field names it', () => {
    const step = (was: object, is: object): unknown => otherVersions({ ref: was }, { ref: is })?.map((other) => other.step);
    expect(step({ tag: 'v1.0.0' }, { tag: 'v1.0.1' })).toEqual(['next']);
    expect(step({ tag: 'v1.0.0' }, { semver: '>=0.0.0-0' })).toEqual(['open']);
    expect(step({ tag: 'v1.0.0' }, {})).toEqual(['open']);
    for (const branch of ['main', 'beta', 'rc']) expect(step({ tag: 'v1.0.0' }, { tag: branch })).toBeUndefined();
  });
});

describe('a digest among the values of a chart', () => {
  const steps = (was: object, is: object): unknown =>
    otherVersions({ values: { image: was } }, { values: { image: is } })?.map(({ step }) => step);
  const image = { repository: 'quay.io/acme/a', tag: 'v1.0.0', digest: DIGEST };

  it('is the next version of its repository, and open without', () => {
    expect(steps(image, { ...image, digest: DIGEST.replace('0', 'f') })).toEqual(['next']);
    const { digest: _, ...rest } = image;
    expect(steps(image, rest)).toEqual(['open']);
  });

  it('is a value like any other where nothing names a repository', () => {
    expect(steps({ digest: DIGEST }, { digest: DIGEST.replace('0', 'f') })).toBeUndefined();
  });
});

describe('a size', () => {
  const isOnlySize = (was: object, is: object): boolean => otherVersions({ values: { a: was } }, { values: { a: is } })?.length === 0;

  it('is a number of Pods, or quantities for them, among the values of a chart', () => {
    expect(isOnlySize({ replicaCount: 1 }, { replicaCount: 3, maxReplicas: 5, logLevel: 'debug' })).toBe(true);
    expect(isOnlySize({}, { resources: { limits: { cpu: '500m', memory: '1Gi' }, requests: { cpu: 1 } } })).toBe(true);
    expect(otherVersions({ helm: { valuesObject: { replicas: 1 } } }, { helm: { valuesObject: { replicas: 2 } } })).toEqual([]);
  });

  it('is nothing else of the same name', () => {
    expect(isOnlySize({ rules: [{ resources: ['pods'] }] }, { rules: [{ resources: ['*'] }] })).toBe(false);
    expect(isOnlySize({ resources: [] }, { resources: [{ kind: 'MachineConfig' }] })).toBe(false);
    expect(isOnlySize({ resources: {} }, { resources: { limits: { cpu: '{{ .Values.evil }}' } } })).toBe(false);
    expect(isOnlySize({ resources: {} }, { resources: { limits: {}, extra: 1 } })).toBe(false);
    expect(isOnlySize({ replicas: 1 }, { replicas: { a: 1 } })).toBe(false);
    expect(isOnlySize({ replicas: 1 }, { replicas: 0 })).toBe(false);
    expect(otherVersions({ replicas: 1 }, { replicas: 2 })).toBeUndefined();
  });

  it('is none in what an object itself applies', () => {
    const set = (replicas: number): unknown => [{ resources: [{ spec: { values: { replicas } } }] }, undefined];
    expect(otherVersions(set(1), set(2))).toBeUndefined();
  });
});

describe('the tag of one thing of a repository', () => {
  const of = (tag: string, field = 'ref') => ({ [field]: { tag } });
  it.each([
    ['loki-1.2.3', 'loki-1.2.4', 'ref', ['next']],
    ['loki-v1.2.3', 'loki-v1.2.2', 'ref', ['older']],
    // Another thing is not the next version.
    ['loki-1.2.3', 'evil-1.2.4', 'ref', undefined],
    ['release-4.14', 'release-4.15', 'ref', undefined],
    // Of an image, the name is what was built.
    ['slim-1.2.3', 'slim-1.2.4', 'values', undefined],
  ])('%s in place of %s in %s', (was, is, field, steps) => {
    const found = otherVersions(of(was, field), of(is, field))?.map(({ step }) => step);
    expect(found && new Set(found)).toEqual(steps && new Set(steps));
  });
});
