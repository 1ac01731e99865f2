/**
 * What `refusals` says against what a real API server does, over good objects with one thing broken in each. Needs
 * KUBECONFIG; everything is tried with `dryRun=All`, so that the cluster stays as it is.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type RefusedField, refusals } from '../../src/base/kubernetes/structure/refusals.js';
import { apiServer, applyServerSide, tryCreate } from '../support/api-server.js';
import { BREAKS, broken, places } from '../support/broken-objects.js';
import { GOOD_OBJECTS } from '../support/good-objects.js';
import { CLUSTER, describeWith } from '../support/needs.js';

const server = apiServer();
const TRIALS = Number(process.env.CDK8S_OLM_TRIALS ?? 400);

/** What identifies an object must stay: the server's address is made of it. */
const KEPT = /^(?:apiVersion|kind|metadata(?:,name|,namespace)?)$/;

const trial = fc.constantFrom(...GOOD_OBJECTS).chain((object) =>
  fc.record({
    object: fc.constant(object),
    at: fc.constantFrom(...places(object).filter((at) => !KEPT.test(at.join(',')))),
    how: fc.constantFrom(...BREAKS),
  }),
);

const said = (found: readonly RefusedField[]): string =>
  found.map(({ path, reason, by }) => `${path.join('.')} ${reason} (${by})`).join('; ');

describeWith([CLUSTER], 'an API server', () => {
  it.each(GOOD_OBJECTS.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
    'takes the good %s',
    async (_, object) => {
      expect(said(refusals(object))).toBe('');
      if (server) expect(await applyServerSide(server, object, true)).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    },
  );

  it('refuses what refusals() says, and of custom resources nothing else', async () => {
    const wrong: string[] = [];
    const counts = { refused: 0, taken: 0 };
    for (const { object, at, how } of fc.sample(trial, TRIALS)) {
      if (!server) return;
      const candidate = broken(object, at, how);
      const found = refusals(candidate);
      const [applied, created] = await Promise.all([applyServerSide(server, candidate, true), tryCreate(server, candidate)]);
      const what = `${candidate.kind} ${how} at ${at.join('.')}: said ${said(found) || 'nothing'}; apply ${applied.status} ${applied.body.message ?? ''}; create ${created.status} ${created.body.message ?? ''}`;
      const always = found.some(({ by }) => by === 'every-write');
      counts[applied.status < 300 ? 'taken' : 'refused'] += 1;
      if (found.length > 0 && applied.status < 300) wrong.push(`not refused by apply: ${what}`);
      if (always && created.status < 300) wrong.push(`not refused by create: ${what}`);
      const custom = candidate.apiVersion.startsWith('operators.coreos.com/');
      const structural = /not declared in schema|expected .*got|duplicate entries|omits key field|in body must be|Required value/;
      const byStructure =
        custom || /not declared in schema|expected .*got|duplicate entries|omits key field/.test(applied.body.message ?? '');
      if (found.length === 0 && applied.status >= 300 && byStructure) wrong.push(`refused by apply: ${what}`);
      if (custom && !always && created.status >= 300 && structural.test(created.body.message ?? ''))
        wrong.push(`refused by create: ${what}`);
    }
    console.log(counts);
    expect(wrong).toEqual([]);
  }, 600_000);
});
