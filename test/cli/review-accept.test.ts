import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, manifests, type Outcome } from '../support/command-line.js';
import { folderOf } from '../support/files.js';
import { FINE } from '../support/inputs.js';
import { validatorOf } from '../support/output-schema.js';

const review = (...options: string[]): Outcome =>
  cli(['review', 'examples/reviews/operator-upgrade/base', 'examples/reviews/operator-upgrade/head', ...options]);
const ALL = ['--accept', 'role-escalation', '--accept', 'confused-deputy', '--by', 'alice [x](y)'];

describe('review --accept --by', () => {
  it('accepts for this review what a baseline would not: also permissions that come to a risk', () => {
    expect(review().code).toBe(1);
    expect(review(...ALL)).toMatchObject({ code: 0, err: '' });
  });

  it('says who accepted it, in every report', () => {
    expect(review(...ALL).out).toMatch(/^Accepted\n {2}.*; accepted by alice \[x\]\(y\) for this review$/m);
    expect(review(...ALL, '--format', 'md').out).toMatch(/accepted by alice .*x.*: for this review/);
    expect(review(...ALL, '--format', 'md').out).not.toContain('[x](y)');
    expect(review(...ALL, '--format', 'html').out).toContain('accepted by alice [x](y): for this review');
    const json = JSON.parse(review(...ALL, '--format', 'json').out);
    const validate = validatorOf('review');
    expect(validate(json) || validate.errors).toBe(true);
    expect(json.findings.accepted).toMatchObject([
      { by: 'alice [x](y)', reason: 'for this review' },
      { by: 'alice [x](y)', reason: 'for this review' },
    ]);
    const sarif = JSON.parse(review(...ALL, '--format', 'sarif').out);
    const suppressed = sarif.runs[0].results.flatMap(({ suppressions = [] }) => suppressions);
    expect(suppressed).toMatchObject(Array(2).fill({ justification: 'accepted by alice [x](y): for this review' }));
  });

  it('accepts one finding alone by its fingerprint', () => {
    const { findings } = JSON.parse(review('--format', 'json').out);
    const { id, fingerprint } = [...findings.new, ...findings.grown].find((finding) => finding.id === 'role-escalation');
    const accepted = (mark: string) =>
      JSON.parse(review('--accept', `${id}:${mark}`, '--by', 'bob', '--format', 'json').out).findings.accepted.length;
    expect([accepted(fingerprint), accepted('x')]).toEqual([1, 0]);
  });

  it('needs a name, an id that there is, and something to accept', () => {
    expect(review('--accept', 'role-escalation').code).toBe(2);
    expect(review('--by', 'alice').code).toBe(2);
    expect(review('--accept', 'role-escalatio', '--by', 'alice')).toMatchObject({ code: 2, out: '' });
    expect(review('--accept', 'impersonation', '--by', 'alice').err).toMatch(
      /^warning\[baseline-unused\] Baseline --accept: impersonation .*\n.*leave out/,
    );
  });

  it('is given by no file', () => {
    const folder = folderOf({ '.cdk8s-olm.yaml': 'options: {accept: role-escalation, by: mallory}\n', 'a.yaml': manifests(...FINE) });
    expect(cli(['review', folder, folder])).toMatchObject({ code: 2 });
  });
});

describe('a baseline of BASE that cannot be read', () => {
  it('stops no change that repairs it, and accepts nothing there', () => {
    const [base, head] = [1, 2].map(() => folderOf({ 'a.yaml': manifests(...FINE) })) as [string, string];
    writeFileSync(join(base, '.cdk8s-olm.yaml'), 'accept: 1\n');
    const { code, err } = cli(['review', base, head]);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning\[WRONG_TYPE\]/);
    writeFileSync(join(head, '.cdk8s-olm.yaml'), 'accept: 1\n');
    expect(cli(['review', base, head])).toMatchObject({ code: 2, out: '' });
  });
});
