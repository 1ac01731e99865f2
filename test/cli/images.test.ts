import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { installing } from '../support/installing.js';

const images = (...options: string[]) => cli(['images', folderOf(installing()), ...options]);

describe('images', () => {
  it('lists each image once, and whether its content is fixed', () => {
    expect(images()).toEqual({
      code: 0,
      err: '',
      out: `IMAGE                      BY   PLACES
quay.io/example/db:v1.0.0  tag  2
quay.io/example/x:v1       tag  2
`,
    });
    expect(JSON.parse(images('--format', 'json').out)).toMatchObject([
      { image: 'quay.io/example/db:v1.0.0', isByDigest: false, reference: { registry: 'quay.io', tag: 'v1.0.0' } },
      { image: 'quay.io/example/x:v1' },
    ]);
  });

  it('writes what oc mirror and skopeo read', () => {
    expect(images('--format', 'oc-mirror').out).toContain('kind: ImageSetConfiguration');
    expect(images('--format', 'skopeo').out).toBe(`quay.io:
  images:
    example/db:
      - v1.0.0
    example/x:
      - v1
`);
  });
});
