import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/base/manifest/problem.js';
import { ClusterServiceVersion } from '../../src/constructs/cluster-service-version.js';
import { csv, namespace } from '../support/build.js';
import { manifests } from '../support/command-line.js';
import { deepFreeze } from '../support/deep-freeze.js';
import { folderOf } from '../support/files.js';

/** The error that reading a file of this text gives. */
function problemsOf(path: string): ProblemError {
  try {
    ClusterServiceVersion.fromFile(path);
  } catch (error) {
    if (ProblemError.isProblemError(error)) return error;
    throw error;
  }
  return expect.unreachable();
}
const fileOf = (text: string): string => join(folderOf({ 'foo.yaml': text }), 'foo.yaml');

describe('a CSV from a file', () => {
  it('is the manifest, with the place that it came from', () => {
    const path = fileOf(manifests(namespace('x'), csv('x/foo')));
    const { manifest, source } = ClusterServiceVersion.fromFile(path);
    expect({ manifest, source }).toEqual({ manifest: csv('x/foo'), source: { file: path, document: 1, path: [] } });
  });

  it('is read as Kubernetes reads YAML', () => {
    const path = fileOf('kind: ClusterServiceVersion\nmetadata: { name: foo, annotations: { created: 2024-01-01 } }\n');
    expect(ClusterServiceVersion.fromFile(path).manifest.metadata).toEqual({ name: 'foo', annotations: { created: '2024-01-01' } });
  });

  it.each([
    ['none', manifests(namespace('x')), '0 ClusterServiceVersions'],
    ['no document at all', '', '0 ClusterServiceVersions'],
    ['several', manifests(csv('x/foo'), csv('x/bar')), '2 ClusterServiceVersions'],
  ])('must be the only one in the file: %s', (_, text, found) => {
    const path = fileOf(text);
    const { problems, message } = problemsOf(path);
    expect(problems).toEqual([
      {
        code: 'NOT_A_MANIFEST',
        message: 'the file must contain one ClusterServiceVersion',
        file: path,
        found,
        expected: 'one',
        fix: 'name another file, or split this one',
      },
    ]);
    expect(message).toBe(`error[NOT_A_MANIFEST] ${path}: the file must contain one ClusterServiceVersion
  found     ${found}
  expected  one
  fix       name another file, or split this one`);
  });

  it('has all problems of the file, each with its place, and a message that shows them', () => {
    const path = fileOf('kind: ClusterServiceVersion\nkind: Twice\n---\na: *nowhere\n');
    const { problems, message } = problemsOf(path);
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['DUPLICATE_KEY', 2, 1],
      ['UNSUPPORTED_YAML', 4, 4],
    ]);
    expect(message.match(/^error\[/gm)).toHaveLength(2);
  });

  it('that does not exist, or is a folder, is a problem', () => {
    const folder = folderOf();
    expect(problemsOf(join(folder, 'missing.yaml')).problems).toMatchObject([
      { code: 'FILE_UNREADABLE', found: expect.stringContaining('ENOENT') },
    ]);
    expect(problemsOf(folder).problems).toMatchObject([{ code: 'FILE_UNREADABLE', found: expect.stringContaining('EISDIR') }]);
  });
});

describe('a CSV from plain data', () => {
  it('is a copy: what was given is neither kept nor changed', () => {
    const given = deepFreeze(csv('x/foo'));
    const { manifest, source } = ClusterServiceVersion.fromManifest(given);
    expect(manifest).toEqual(given);
    expect(manifest).not.toBe(given);
    expect(source).toBeUndefined();
  });

  it('may hold integers of any size, fields that are undefined, and objects that give themselves as JSON', () => {
    const spec = { big: 18446744073709551615n, left: undefined, created: new Date(0) };
    expect(ClusterServiceVersion.fromManifest({ ...csv('x/foo'), spec }).manifest.spec).toEqual({
      big: 18446744073709551615n,
      created: '1970-01-01T00:00:00.000Z',
    });
  });

  it('cannot hold functions', () => {
    expect(() => ClusterServiceVersion.fromManifest({ ...csv('x/foo'), spec: { call: () => 1 } })).toThrow(
      new TypeError('a manifest cannot contain a function'),
    );
  });
});

describe('ProblemError', () => {
  it('is recognised across copies of the package', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('cdk8s-olm.ProblemError')]: true });
    expect([problemsOf('missing.yaml'), foreign, new Error('x'), undefined].map(ProblemError.isProblemError)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('is an Error by its name', () => {
    const error = problemsOf('missing.yaml');
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('ProblemError');
  });
});
