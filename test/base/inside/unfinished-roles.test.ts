import { describe, expect, it } from 'vitest';
import { unfinishedRoles } from '../../../src/base/inside/unfinished-roles.js';

const found = (text: string) => unfinishedRoles({ file: 'a.yaml', text }).map(({ value }) => value);
const role = (name: string, more = '') => `kind: ClusterRole\nmetadata:\n  labels: {a: b}\n  name: ${name}\n${more}`;
const named = (name: string) => expect.objectContaining({ kind: 'ClusterRole', metadata: { name }, rules: expect.any(String) });

describe('roles that another program completes', () => {
  it.each([
    ['Helm', `{{- if .Values.a }}\n${role('ops')}{{- end }}\n`],
    ['ytt', role('ops', 'rules: #@ data.values.rules\n')],
    ['one document of two', `kind: Secret\nmetadata: {name: x}\n---\n{{ if .a }}\nkind: "ClusterRole"\nmetadata: {name: ops}\n{{ end }}\n`],
  ])('%s', (_, text) => {
    expect(found(text)).toEqual([named('ops')]);
  });

  it.each([
    ['a whole role', role('ops', 'rules: []\n')],
    ['one with braces in a text', role('ops', 'rules: []\nx: "{{ a }}"\n')],
    ['a name that a template makes', `${role('"{{ .Release.Name }}"')}{{ end }}\n`],
    ['a binding', `{{ if .a }}\nkind: ClusterRoleBinding\nmetadata: {name: ops}\n{{ end }}\n`],
  ])('not %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
