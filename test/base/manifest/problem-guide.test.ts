import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../src/base/manifest/problem.js';
import { PROBLEM_GUIDE } from '../../../src/base/manifest/problem-guide.js';
import { readInput } from '../../../src/repository/input/read-input.js';
import { group, namespace } from '../../support/build.js';
import { bundleFiles } from '../../support/bundle-files.js';
import { manifests } from '../../support/command-line.js';
import { folderOf } from '../../support/files.js';

const SUBSCRIPTION = {
  apiVersion: 'operators.coreos.com/v1alpha1',
  kind: 'Subscription',
  metadata: { name: 'etcd', namespace: 'op' },
  spec: { name: 'etcd', channel: 'stable', source: 'catalog', sourceNamespace: 'olm' },
};

const ENTRIES = Object.entries(PROBLEM_GUIDE) as [ProblemCode, (typeof PROBLEM_GUIDE)[ProblemCode]][];

describe('the guide to problems', () => {
  it.each(ENTRIES.filter(([, { example }]) => !example.startsWith('$ ')))(
    'has an example that has the problem: %s',
    (code, { example, file }) => {
      const other = code === 'SUBSCRIPTION_CONFLICT' ? bundleFiles('etcd/1.0.0', { channels: 'beta' }) : {};
      const bundle = { ...bundleFiles('etcd/0.9.4'), ...other, 'first.yaml': manifests(namespace('op'), group('op/og'), SUBSCRIPTION) };
      const files: Record<string, string> = file ? { ...bundle, [`etcd/0.9.4/${file}`]: example } : { 'example.yaml': example };
      const { problems } = readInput([folderOf(files)]);
      expect(problems.map((problem) => problem.code)).toEqual([code]);
    },
  );

  it('has command lines only where the text of a file is not what is wrong', () => {
    expect(ENTRIES.filter(([, { example }]) => example.startsWith('$ ')).map(([code]) => code)).toEqual([
      'FILE_UNREADABLE',
      'FILE_TOO_LARGE',
      'FILE_NOT_TEXT',
      'NO_MANIFESTS',
      'INVALID_PLACEMENT',
      'KUSTOMIZATION_NOT_BUILT',
      'KUSTOMIZATION_INVALID',
      'KUSTOMIZATION_PART_NOT_READ',
      'FILE_LEFT_OUT',
      'CHART_NOT_RENDERED',
      'INVALID_LOCK',
      'LOCK_MISMATCH',
      'PACKAGE_NOT_FOUND',
      'UNKNOWN_FIELD',
      'REFUSED_BY_OLM',
      'BUNDLE_CONTENT_MISSING',
      'TOO_MANY_PROBLEMS',
      'GIT_UNUSABLE',
      'GIT_REVISION_NOT_FOUND',
      'GIT_REVISION_AMBIGUOUS',
      'GIT_OBJECT_MISSING',
      'GIT_PATH_NOT_FOUND',
      'IMAGE_REFERENCE',
      'IMAGE_NOT_FOUND',
      'IMAGE_NOT_CACHED',
      'IMAGE_DIGEST',
      'IMAGE_UNSUPPORTED',
      'IMAGE_TOO_LARGE',
      'IMAGE_UNSAFE',
      'IMAGE_NOT_A_CATALOG',
      'IMAGE_NOT_A_BUNDLE',
      'IMAGE_CATALOG_SQLITE',
      'REGISTRY_UNREACHABLE',
      'REGISTRY_BUSY',
      'REGISTRY_DENIED',
      'REGISTRY_UNTRUSTED',
      'REGISTRY_PLAIN_HTTP',
      'REGISTRY_ANSWER',
      'CREDENTIALS_UNUSABLE',
      'MIRRORS_UNUSABLE',
      'CACHE_UNUSABLE',
      'OUTPUT_NOT_WRITTEN',
    ]);
  });

  it.each(ENTRIES)('speaks in sentences: %s', (_, { meaning, remedy }) => {
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  });
});
