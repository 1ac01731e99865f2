/** The reference of `cdk8s-olm/core`: each name that it exports, with its comment and its declaration, as a page in Markdown. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';

const docOf = (value) =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd())
    .join('\n')
    .trim();

/** The declarations of a file: name → its text without bodies of functions, and the comment above it. */
function declarationsOf(path) {
  const text = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, text);
  const found = new Map();
  for (const statement of program.body) {
    const node = statement.declaration ?? statement;
    const name = node.id?.name ?? node.declarations?.[0]?.id.name;
    if (name === undefined) continue;
    const above = comments.findLast(({ end }) => end <= statement.start && text.slice(end, statement.start).trim() === '');
    // A value is declared by its type; what it is, the source tells.
    const value = node.declarations?.[0];
    const end = value ? (value.id.typeAnnotation?.end ?? node.end) : node.type === 'FunctionDeclaration' ? node.body.start : node.end;
    const declaration = `${text.slice(node.start, end).trim().replace(/;$/, '')};`;
    found.set(name, [...(found.get(name) ?? []), { declaration, doc: above ? docOf(above.value) : '', kind: node.type }]);
  }
  return found;
}

/** Text of a comment: its tags are a list. */
function said(doc) {
  const [text, ...tags] = doc.split(/(?:^|\n)@(?=\w)/);
  const [example] = tags.filter((tag) => tag.startsWith('example'));
  const rest = tags
    .filter((tag) => tag !== example)
    .map(
      (tag) =>
        `- ${tag
          .replace(/\s*\n\s*/g, ' ')
          .replace(/^param (\S+)/, '`$1`:')
          .replace(/^(returns|throws|default)/, '*$1*')}`,
    );
  const code = example && `\`\`\`ts\n${example.replace(/^example\s*/, '').trim()}\n\`\`\``;
  return [text.replace(/\{@link ([^}]*)\}/g, '`$1`'), rest.join('\n'), code].filter((part) => part);
}

/** The page of what a file exports from others. */
export function referenceOf(entry) {
  const source = readFileSync(entry, 'utf8');
  const { program, comments } = parseSync(entry, source);
  const entries = program.body.flatMap(({ source: from, specifiers }) =>
    specifiers.map(({ local, exported }) => {
      const path = posix.join(posix.dirname(entry), from.value).replace(/\.js$/, '.ts');
      return { name: exported.name, path, found: resolved(path, local.name) };
    }),
  );
  const names = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isValue = ({ found }) => found.some(({ kind }) => !kind.startsWith('TS'));
  const part = ({ name, found }) =>
    [`### ${name}`, ...found.flatMap(({ doc, declaration }) => [...said(doc), `\`\`\`ts\n${declaration}\n\`\`\``])].join('\n\n');
  return [
    '# Reference of `cdk8s-olm/core`',
    ...introduction(docOf(comments[0].value)),
    '## Functions and values',
    ...names.filter(isValue).map(part),
    '## Types',
    ...names.filter((one) => !isValue(one)).map(part),
    '',
  ].join('\n\n');
}

/** The comment of the file: its example ends at the first paragraph that is no code. */
function introduction(doc) {
  const [text, example = ''] = doc.split('@example\n');
  const [code, rest = ''] = example.split(/\n\n(?=[A-Z])/);
  return [text.trim(), `\`\`\`ts\n${code.trim()}\n\`\`\``, rest];
}

/** What a name of a file declares, also if the file has it from another. */
function resolved(path, name) {
  const found = declarationsOf(path).get(name);
  if (found) return found;
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const links = program.body.flatMap(({ source, specifiers = [] }) => specifiers.map((one) => ({ ...one, from: source?.value })));
  const link = links.find(({ from, local, exported }) => from !== undefined && (exported ?? local).name === name);
  if (!link) throw new Error(`${path} declares no ${name}`);
  return resolved(posix.join(posix.dirname(path), link.from).replace(/\.js$/, '.ts'), (link.imported ?? link.local).name);
}
