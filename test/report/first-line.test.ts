import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../src/base/manifest/printable.js';
import { firstLine, LONGEST_FIRST_LINE } from '../../src/report/first-line.js';
import { ANSWERS, summarise } from '../../src/report/summary.js';
import { FINDING_STATES } from '../../src/review/compare/review.js';
import { FINDING_RULES } from '../../src/review/rules/all-rules.js';
import { changeOf, grantOf, reviewOf, riskOf } from '../support/hand-made-review.js';

const START = 'Grants more: ';

describe('the first line', () => {
  it('stays as it is if it is short', () => {
    expect(firstLine(START, { text: 'Group devs can get pods in a; b differs (x → y)' }, '; c')).toBe(
      'Grants more: Group devs can get pods in a; b differs (x → y); c',
    );
  });

  it('loses the list of units, then its last clauses, then long values and names, until it fits', () => {
    const filler = `so that nobody needs to read any of the other lines of this report ${'and of all pages '.repeat(6)}to know about that`;
    const units = '(in 5 of 6 units: bootstrap/overlays/rhoai-eus-2.16, bootstrap/overlays/rhoai-stable-2.22 and 3 more units)';
    expect(firstLine(START, { text: `Kind Gadget: is new, ${filler} ${units}` })).toBe(
      `${START}Kind Gadget: is new, ${filler} (in 5 of 6 units)`,
    );
    const end = `the end of the text${', which goes on'.repeat(8)}`;
    expect(firstLine(START, { text: `Kind Gadget: is new; ${filler}; the middle; ${end}` })).toBe(
      `${START}Kind Gadget: is new; ${filler}; the middle`,
    );
    const name = `${'a'.repeat(250)}/${'b'.repeat(60)}`;
    expect(firstLine(START, { text: `ServiceAccount ${name} can do everything`, name })).toMatch(
      /^Grants more: ServiceAccount a{32}…b{31} can do everything$/,
    );
  });

  it('says which fields change before what the object decides', () => {
    const name = 'argocd-operator-controller-manager-metrics-service';
    const decides = `and decides which Pods, or which host, ${'or which other host, '.repeat(6)}get the traffic of those who ask for it by this name`;
    expect(
      firstLine(START, {
        text: `Service argocd-operator-system/${name} is changed ${decides}; what comes from there was not reviewed; changes spec.selector.app (a → b)`,
        name,
      }),
    ).toBe(`${START}Service argocd-operator-system/${name} is changed; changes spec.selector.app (a → b)`);
    const kind = 'SecuredCluster.platform.stackrox.io';
    expect(
      firstLine(START, {
        text: `Kind ${kind}: an object of this kind is changed, ${'and nobody knows that, '.repeat(6)}and the review does not know what it does: SecuredCluster stackrox/secured-cluster-services; changes spec.listenOnCreates (false → true)`,
        name: kind,
      }),
    ).toBe(`${START}Kind ${kind}: SecuredCluster stackrox/secured-cluster-services; changes spec.listenOnCreates (false → true)`);
  });

  it('names the first changes of a file, and that there are more', () => {
    const task = (name: string) => `["Create ${name} Subscription"]["ibm.mas_devops.apply_subscription"].catalog_source is new`;
    const name = 'roles/cp4d_service/tasks/install.yml';
    expect(
      firstLine(START, { text: `File ${name}: changes: ${['CCS', 'WS', 'WML', 'XML'].map(task).join(', ')} and 9 more changes`, name }),
    ).toBe(`${START}File ${name}: changes: ${task('CCS')}, ${task('WS')} and more`);
  });

  it('keeps the last part of a path', () => {
    const text = `File ${'a/very/long/folder/'.repeat(20)}roles/mongodb/backup-database.yml: changes`;
    expect(firstLine(START, { text })).toMatch(/^Grants more: File a\/very\/\S+…\/backup-database\.yml: changes$/);
  });

  it('shows what differs of long values', () => {
    const image = (version: number) =>
      `registry.redhat.io/ansible-automation-platform-${version}/ee-supported-rhel8-of-the-platform:latest`;
    const line = firstLine(START, {
      text: `File common/clustergroup/values.yaml: changes: image changes from ${image(22)} to ${image(23)}`,
    });
    expect(line.length).toBeLessThanOrEqual(LONGEST_FIRST_LINE);
    expect(line).toMatch(/from \S*22\S* to \S*23/);
  });

  it('says what happens to its subject, whatever its name', () => {
    const names = fc.oneof(
      fc.string({ maxLength: 600, unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('; ', '"', '(', ')', ' ', 'a', 'word', ' (in 1 of 2 units: x)'), { maxLength: 300 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(names, (name) => {
        const line = firstLine(START, { text: `User ${name} can do everything`, name });
        expect(line.length).toBeLessThanOrEqual(LONGEST_FIRST_LINE);
        expect(line.startsWith(START)).toBe(true);
        expect(line.endsWith(' can do everything')).toBe(true);
      }),
    );
  });

  it('is bounded as it is written, and cuts no escape of what cannot be seen', () => {
    const invisible = fc.constantFrom('\u200b', '\u202e', '\u0007', '\u{e0041}', '\n', 'a', '/', ' ', ', ', '; ', '"', '(', ')');
    const text = fc.array(invisible, { maxLength: 200 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, text, fc.boolean(), (name, before, rest, isFile) => {
        const said = isFile ? `File ${name}: changes: a from ${before} to ${rest}` : `User ${name} can do ${before}; ${rest}`;
        const line = firstLine(START, { text: said, name }, rest.length < 60 ? `; ${rest}` : '');
        expect(printable(line)).toBe(line);
        expect(line.length).toBeLessThanOrEqual(LONGEST_FIRST_LINE);
        expect(line.startsWith(START)).toBe(true);
        expect(line.replaceAll(/\\u[\da-f]{4}/g, '')).not.toMatch(/\\|u[\da-f]{2,4}|\b0{2}\w{2}\b/);
      }),
    );
  });

  it('keeps the role of a binding, of what stands in brackets', () => {
    const bracketed = '(spec.source somewhere-or-other)';
    const more = ', and whatever else there is to say of it'.repeat(7);
    for (const role of ['cluster-admin', 'a-role-with-a-longer-name'])
      expect(
        firstLine(START, { text: `ClusterRoleBinding a (roleRef.name ${role}) and Subscription b ${bracketed} are new${more}` }),
      ).toMatch(new RegExp(`^${START}ClusterRoleBinding a \\(roleRef\\.name ${role}\\) and Subscription b are new`));
  });

  it('has a bounded length for every rule, state and message', () => {
    const word = fc.constantFrom(
      '; ',
      ' ',
      ', ',
      ' (',
      ')',
      '"',
      'spec.source',
      'x'.repeat(90),
      'https://example.com/a/very/long/address',
      ' and ',
    );
    const message = fc.array(word, { minLength: 1, maxLength: 60 }).map((parts) => `is new ${parts.join('')}`);
    const finding = fc.record({ rule: fc.constantFrom(...FINDING_RULES), message, name: fc.stringMatching(/^[a-z]{1,250}$/) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(finding, fc.constantFrom('risk', 'check', 'reach', 'change'), fc.constantFrom(...FINDING_STATES.slice(0, 5))), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.tuple(fc.boolean(), fc.stringMatching(/^[a-z]{1,250}$/), fc.nat(30)), { maxLength: 3 }),
        (found, grants) => {
          const of = (kind: string, state: string) =>
            found.flatMap(
              ([
                {
                  rule: { id, severity },
                  message: text,
                  name,
                },
                its,
                when,
              ]) =>
                its === kind && when === state
                  ? [{ ...riskOf({ id, severity, message: text, subject: { kind: 'ServiceAccount', namespace: name, name } }) }]
                  : [],
            );
          const byState = (kind: string) => Object.fromEntries(FINDING_STATES.slice(0, 5).map((state) => [state, of(kind, state)]));
          const [gained, lost] = [true, false].map((isGain) =>
            grants.flatMap(([side, name, count]) =>
              side === isGain
                ? Array.from({ length: count }, (_, index) =>
                    grantOf({ subject: { kind: 'User', name }, right: { verbs: ['get'], apiGroup: name, resource: `r${index}` } }),
                  )
                : [],
            ),
          );
          const { answer, headline } = summarise(
            reviewOf({
              gained: gained ?? [],
              lost: lost ?? [],
              risks: byState('risk'),
              checks: byState('check'),
              reach: of('reach', 'new'),
              changes: of('change', 'new').map((one) => changeOf(one)),
            }),
          );
          expect(headline.length).toBeLessThanOrEqual(LONGEST_FIRST_LINE);
          expect(headline).not.toContain('\n');
          expect(Object.values(ANSWERS).some((start) => headline.startsWith(start))).toBe(true);
          expect(headline.startsWith(ANSWERS[answer]) || headline.startsWith(ANSWERS.breaks)).toBe(true);
        },
      ),
    );
  });
});

it('has the first of many changed fields, and not what every such object decides', () => {
  const fields = Array.from({ length: 30 }, (_, index) => `[${index}].key changes from value-${index} to other-${index}`).join(', ');
  const text = `ClusterSecretStore vault is changed and decides which namespaces can read which secrets of a provider; changes spec.conditions: ${fields}`;
  const line = firstLine('Permissions may change: ', { text, name: 'vault' });
  expect(line.length).toBeLessThanOrEqual(LONGEST_FIRST_LINE);
  expect(line).toMatch(
    /^Permissions may change: ClusterSecretStore vault is changed; changes spec\.conditions: \[0\]\.key changes from value-0 to other-0, .* …$/,
  );
});
