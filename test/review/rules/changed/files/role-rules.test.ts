/** Rules of roles in templates that are not YAML, and verbs of programs: what they get is never quiet. */
import { describe, expect, it } from 'vitest';
import type { UnreadFile } from '../../../../../src/olm/model/unread-file.js';
import { changedFiles } from '../../../../../src/review/rules/changed/files/changed-files.js';
import { sides, stateOf } from '../../../../support/states.js';

function told(path: string, reason: UnreadFile['reason'], before: string, after: string): readonly string[] {
  const file = (text: string): UnreadFile => ({ path, file: path, reason, content: text, text });
  return changedFiles
    .compare(...sides({ ...stateOf(), unread: [file(before)] }, { ...stateOf(), unread: [file(after)] }))
    .map(({ severity }) => severity ?? '');
}

const template = (verbs: string, resources = '["secrets"]'): string => `{{- range .Values.spaces }}
{{- if $.Values.on }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: {{ . }}
  {{ .Values.a }}: b: c
{{- end }}
rules:
  - apiGroups: [""]
    resources: ${resources}
    verbs: ${verbs}
{{- end }}
`;
const block = (...verbs: string[]): string => template(verbs.map((verb) => `\n      - ${verb}`).join(''));

describe('a role in a template', () => {
  const path = 'c/templates/role.yaml';
  it.each([
    ['a verb in a line', template('["get","list"]'), template('["get","list","patch"]')],
    ['a verb in a list', block('get', 'list'), block('get', 'list', 'patch')],
    ['a resource', template('["get"]'), template('["get"]', '["secrets", "pods"]')],
    ['a verb that is quoted', block('get', 'list'), block('get', '"list"', '"*"')],
  ])('that gets %s is an error', (_, before, after) => {
    expect(told(path, 'chart-source', before, after)).toEqual(['error']);
  });

  it.each([
    ['loses a verb', template('["get","list","patch"]'), template('["get","list"]')],
    ['loses one of a list', block('get', 'list', 'patch'), block('get', 'list')],
    ['has another order', template('["get","list"]'), template('["list","get"]')],
  ])('that %s is no error', (_, before, after) => {
    expect(told(path, 'chart-source', before, after)).not.toContain('error');
  });
});

describe('a program with rules of roles', () => {
  const program = (verbs: string): string => `var rules = []v1.PolicyRule{{\n  APIGroups: []string{""},\n  Verbs: ${verbs},\n}}\n`;
  it('is a warning if it gets a verb, on one line or on several', () => {
    for (const more of ['"escalate"', '"bind", "patch"', '"*"'])
      expect(told('a.go', 'source-code', program('[]string{"get"}'), program(`[]string{"get", ${more}}`))).toEqual(['warning']);
    const lines = (verbs: readonly string[]): string => program(`[]string{\n${verbs.map((verb) => `    "${verb}",\n`).join('')}  }`);
    expect(told('a.go', 'source-code', lines(['get']), lines(['get', 'create']))).toEqual(['warning']);
  });

  it('is no warning if it loses one', () => {
    expect(told('a.go', 'source-code', program('[]string{"get", "list"}'), program('[]string{"get"}'))).not.toContain('warning');
  });
});
