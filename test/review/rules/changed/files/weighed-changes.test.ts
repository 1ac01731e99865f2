/** Which changes of a text come first: the first line of a report has room for few. */
import { describe, expect, it } from 'vitest';
import type { TextChange } from '../../../../../src/review/rules/changed/files/text-changes.js';
import { byWeight, changesIn, changesText, decides } from '../../../../../src/review/rules/changed/files/weighed-changes.js';

const HARMLESS: readonly TextChange[] = ['replicas', 'spec.size', 'metadata.labels.team', 'a'].map((field) => ({
  field,
  before: '1',
  after: '2',
}));

/** What a role or a binding gets. */
const POWERS: readonly TextChange[] = [
  { field: 'subjects[1].name', after: 'mallory' },
  { field: 'subjects[0].name', before: 'alice', after: 'mallory' },
  { field: 'roleRef.name', before: 'view', after: 'other' },
  { field: 'rules[0].verbs[1]', after: 'escalate' },
  { field: 'rules[3].resources', after: 'secrets' },
];
/** What they lose, and parts of it that follow from the rest. */
const NO_POWERS: readonly TextChange[] = [
  { field: 'subjects[1].name', before: 'mallory' },
  { field: 'subjects[0].kind', before: 'User', after: 'Group' },
  { field: 'subjects[0].apiGroup', after: 'rbac.authorization.k8s.io' },
  { field: 'subjects[0].namespace', after: 'op' },
  { field: 'rules', before: '[]', after: 'null' },
];
/** What installs something else. */
const DECIDING: readonly TextChange[] = [
  { field: 'spec.channel', before: 'a', after: 'b' },
  { of: 'Subscription a', field: 'spec.name', before: 'a', after: 'b' },
];

describe('the changes of a text by weight', () => {
  it.each(POWERS)('begin with what a role or binding gets: $field', (power) => {
    for (const others of [HARMLESS, DECIDING, NO_POWERS, [...HARMLESS, ...DECIDING, ...NO_POWERS]])
      expect(byWeight([...others, power])[0]).toBe(power);
  });

  it('put what SOPS writes at each encryption last, and hide what it encrypts', () => {
    const cipher = (text: string): string => `ENC[AES256_GCM,data:${text},iv:a,tag:b,type:str]`;
    const value = { field: 'data["a.yaml"]', before: cipher('a'), after: cipher('b') };
    const marks = ['version', 'lastmodified', 'mac'].map((name) => ({ field: `sops.${name}`, before: '3.7.1', after: '3.6.1' }));
    const recipient = { field: 'sops.age[1].recipient', after: 'age1mallory' };
    expect(byWeight([...marks, value, recipient]).slice(0, 2)).toEqual([value, recipient]);
    expect(changesText([value, recipient])).toBe('data["a.yaml"] differs and sops.age[1].recipient age1mallory is new');
  });

  it.each(NO_POWERS)('put what one loses, or what follows, behind it: $field', (change) => {
    for (const power of POWERS) expect(byWeight([change, power])[0]).toBe(power);
    if (!decides(change)) for (const deciding of DECIDING) expect(byWeight([change, deciding])[0]).toBe(deciding);
  });

  it('go on with what installs something else, then with what counts for another reason, each in its order', () => {
    const [first, ...others] = HARMLESS as [TextChange, ...TextChange[]];
    expect(byWeight([...HARMLESS, ...DECIDING])).toEqual([...DECIDING, ...HARMLESS]);
    expect(byWeight([...others, first], [first])).toEqual([first, ...others]);
    expect(byWeight([...others, first, ...POWERS], [first])).toEqual([...POWERS, first, ...others]);
  });
});

const RBAC = 'apiVersion: rbac.authorization.k8s.io/v1\n';
const role = (name: string, verb: string): string =>
  `${RBAC}kind: ClusterRole\nmetadata: {name: ${name}}\nrules: [{apiGroups: [""], resources: [pods], verbs: [${verb}]}]\n`;
const binding = (name: string, of: string): string =>
  `${RBAC}kind: ClusterRoleBinding\nmetadata: {name: ${name}}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${of}}\nsubjects: [{kind: User, name: a}]\n`;

describe('new objects of a text', () => {
  /** From the most to the least powerful, each under a name. */
  const OBJECTS: readonly (readonly [of: string, text: (name: string) => string])[] = [
    ['ClusterRoleBinding', (name) => binding(name, 'cluster-admin')],
    ['ClusterRoleBinding', (name) => binding(name, 'edit')],
    ['ClusterRole', (name) => role(name, 'escalate')],
    ['ClusterRoleBinding', (name) => binding(name, 'unknown')],
    ['ClusterRole', (name) => role(name, '"*"')],
    ['ClusterRole', (name) => role(name, 'get')],
    ['ConfigMap', (name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`],
  ];
  const PAIRS = OBJECTS.flatMap((worse, index) => OBJECTS.slice(index + 1).map((better) => [worse, better] as const));

  it.each(PAIRS)('begin with the more powerful one, whatever their names and order: %j', (worse, better) => {
    for (const [one, other] of [
      ['a', 'z'],
      ['z', 'a'],
    ] as const) {
      const texts = [worse[1](one), better[1](other)];
      for (const order of [texts, texts.toReversed()]) {
        const { text } = changesIn(undefined, fileOf(order.join('---\n')));
        expect(text.indexOf(`${worse[0]} ${one}`)).toBeLessThan(text.indexOf(`${better[0]} ${other}`));
        expect(text).toContain(`${worse[0]} ${one}`);
      }
    }
  });

  it.each(['escalate', 'bind', 'impersonate'])('begin with a role that can %s, before bindings to roles that nobody knows', (verb) => {
    const bindings = ['a', 'b', 'c', 'd', 'e'].map((name) => binding(name, `other-${name}`));
    expect(changesIn(undefined, fileOf([...bindings, role('zz', verb)].join('---\n'))).text).toMatch(/^ClusterRole zz/);
  });
});

it('cuts no escape of what cannot be seen', () => {
  for (let length = 100; length < 130; length += 1) {
    const text = changesText([{ field: '', after: `${'a'.repeat(length)}\u200b\u202e${'b'.repeat(9)}` }]);
    expect(text.replaceAll(/\\u[\da-f]{4}/g, '')).not.toContain('\\');
  }
});

function fileOf(text: string) {
  return { path: 'a.txt', file: 'a.txt', reason: 'other', content: text, text } as const;
}
