/** A size, or an assumed version of Kubernetes, takes no permission out of a review: the cluster may store or serve the object. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../support/command-line.js';
import { folderOf } from '../support/files.js';

const EXAMPLE = join(import.meta.dirname, '../../examples/rules/install-plan-fails');
const MANIFESTS = 'bundle/manifests';
const CSV = `${MANIFESTS}/csv.yaml`;
const LARGE = 'x'.repeat(1_700_000);

/** The example without the object that fails its InstallPlan, and with these files. */
function operator(files: Readonly<Record<string, string>>, keepsBudget = false): string {
  const folder = folderOf({});
  cpSync(EXAMPLE, folder, { recursive: true });
  if (!keepsBudget) rmSync(join(folder, MANIFESTS, 'budget.yaml'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const written = readFileSync(join(EXAMPLE, CSV), 'utf8');
const powerful = written.replace(
  /^ {6}permissions:/m,
  `      clusterPermissions: [{serviceAccountName: mallory, rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]}]\n$&`,
);

describe('a bundle whose InstallPlan may fail', () => {
  it.each<[string, () => string]>([
    ['a large status of its CSV', () => operator({ [CSV]: `${powerful}status: {message: ${LARGE}}\n` })],
    ['a large field that OLM drops', () => operator({ [CSV]: powerful.replace(/^spec:/m, `spec:\n  junk: ${LARGE}`) })],
    [
      'a large ConfigMap',
      () =>
        operator({
          [CSV]: powerful,
          [`${MANIFESTS}/map.yaml`]: `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {a: ${LARGE}}\n`,
        }),
    ],
    ['an API of an older Kubernetes', () => operator({ [CSV]: powerful }, true)],
  ])('brings all its permissions in a review: %s', (_, head) => {
    const { code, out } = cli(['review', operator({}), head()]);
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^Grants more: .*everything/)]);
  });
});
