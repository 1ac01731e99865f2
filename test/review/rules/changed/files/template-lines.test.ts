/** Templates of Helm, whatever stands in them: each change names its object, and lines of control are said in one phrase. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextChange, textChanges } from '../../../../../src/review/rules/changed/files/text-changes.js';
import { changesText } from '../../../../../src/review/rules/changed/files/weighed-changes.js';

/** Lines at which YAML has no value, and which charts have. */
const HEADS = [
  '',
  '{{ $name := "a" }}',
  '{{- $ns := printf "mas-%s" .Values.id }}',
  '{{- if .Values.on }}',
  '# a note',
  '{{- /* a note */}}',
];
const INNER = [
  '',
  '{{ .Values.labels | toYaml | indent 4 }}',
  '  {{- include "a.labels" . | nindent 2 }}',
  '{{- if .Values.b }}',
  '    {{ $key }}: {{ $value }}',
];
const NAMES = ['{{ $name }}', '{{ .Values.id }}-reader', 'reader', '{{ .Values.id }}-{{ $name }}', '"{{ .a }}-b"'];
/** Lines that no YAML has at this place. */
const BROKEN = ['', '  {{ .Values.a }}: b: c', '  x: [{{ range .a }}{{ . }},{{ end }}'];

interface Parts {
  readonly head: string;
  readonly inner: string;
  readonly name: string;
  readonly broken: string;
}
const parts = fc.record({
  head: fc.constantFrom(...HEADS),
  inner: fc.constantFrom(...INNER),
  name: fc.constantFrom(...NAMES),
  broken: fc.constantFrom(...BROKEN),
});

function role({ head, inner, name, broken }: Parts, verbs: readonly string[]): string {
  const ends = [head, inner].filter((line) => /\bif\b/.test(line)).map(() => '{{- end }}');
  const lines = [`kind: Role`, 'apiVersion: rbac.authorization.k8s.io/v1', 'metadata:', `  name: ${name}`, '  labels:', inner, broken];
  return [
    head,
    '---',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    '  name: other',
    '---',
    ...lines,
    'rules:',
    `  - verbs: [${verbs.join(', ')}]`,
    '    resources: [pods]',
    '    apiGroups: [""]',
    ...ends,
    '',
  ].join('\n');
}

const nameOf = (name: string): string => name.replaceAll('"', '');

describe('a template of Helm', () => {
  it('that is new or removed is told by its objects', () => {
    fc.assert(
      fc.property(parts, fc.boolean(), (own, isNew) => {
        const text = role(own, ['get']);
        const said = changesText(isNew ? textChanges(undefined, text) : textChanges(text, undefined));
        expect(said).toContain(`Role ${nameOf(own.name)}`);
        expect(said).toContain('ConfigMap other');
        expect(said).toContain(isNew ? 'are new' : 'are removed');
        expect(said).not.toMatch(/\{\{-? ?end|toYaml|nindent|apiVersion|verbs/);
      }),
    );
  });

  it('names the role that gets a verb, and the verb', () => {
    fc.assert(
      fc.property(parts, (own) => {
        const said = changesText(textChanges(role(own, ['get']), role(own, ['get', 'impersonate'])));
        expect(said).toContain(`Role ${nameOf(own.name)}`);
        expect(said).toContain('impersonate');
        expect(said).not.toContain('ConfigMap');
      }),
    );
  });

  it('says that a condition goes, beside another change', () => {
    fc.assert(
      fc.property(fc.constantFrom('if', 'with', 'range'), fc.constantFrom('a', 'b'), (word, value) => {
        const text = (open: string, end: string): string => `${open}\nkind: A\napiVersion: v1\nmetadata:\n  name: ${value}\n${end}\n`;
        const before = text(`{{- ${word} .Values.x }}`, '{{- end }}');
        const after = `${text('', '')}spec: 1\n`;
        expect(changesText(textChanges(before, after))).toMatch(
          new RegExp(`^A ${value} spec "?1"? is new, without the (?:condition|loop) ${word} \\.Values\\.x$`),
        );
      }),
    );
  });
});

describe('a line of a template', () => {
  const said = (before: readonly string[], after: readonly string[]): string =>
    changesText(textChanges(before.join('\n'), after.join('\n')) as readonly TextChange[]);

  it('that sets a variable is told by the name of the variable', () => {
    const digest = (sign: string): string => `{{- $_image_digest := "sha256:${sign.repeat(64)}" }}`;
    expect(said([digest('a'), 'a: b'], [digest('b'), 'a: b'])).toBe(
      `$_image_digest changes from sha256:${'a'.repeat(64)} to sha256:${'b'.repeat(64)}`,
    );
  });

  it('is told if nothing else changes', () => {
    expect(said(['{{- if .a }}', 'a: b', '{{- end }}'], ['a: b'])).toBe('{{- if .a }} is removed');
    expect(said(['{{- if .a }}', 'a: b', '{{- end }}'], ['{{- if .b }}', 'a: b', '{{- end }}'])).toBe(
      'a line changes from {{- if .a }} to {{- if .b }}',
    );
  });
});

describe('a comment of a template', () => {
  const of = (comment: string, approval: string): string =>
    `${comment}\n{{- define "a" -}}\nkind: Subscription\napiVersion: operators.coreos.com/v1alpha1\nmetadata:\n  name: {{ .name }}\nspec:\n  {{- with .x }}\n  installPlanApproval: ${approval}\n  {{ . }}: b: c\n{{- end }}\n`;
  const words = (before: string, after: string): string => changesText(textChanges(before, after));

  it('decides nothing: what follows is told', () => {
    const told = words(of('{{/*\n - channel: a\n*/}}', 'Automatic'), of('{{/*\n - channel: b\n - version: c\n*/}}', 'Manual'));
    expect(told).toContain('Manual');
    expect(told).not.toContain('version');
  });

  it('hides nothing where it stands in one of YAML, which only Helm leaves out', () => {
    const hidden = (verb: string): string => `# {{/*\nverbs: [${verb}]\n# */}}`;
    expect(words(of(hidden('get'), 'Manual'), of(hidden('escalate'), 'Manual'))).toContain('escalate');
    const plain = (verb: string): string => `${hidden(verb)}\n---\na: [\n`;
    expect(words(plain('get'), plain('escalate'))).toContain('escalate');
  });
});
