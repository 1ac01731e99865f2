/** docs/constructs/: a page for each construct, made of its source and of the example of its name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = join(import.meta.dirname, '../..');

const OWN = 'src/constructs';
const METADATA = [
  [`${OWN}/object-metadata.ts`, 'WithMetadata'],
  [`${OWN}/object-metadata.ts`, 'ObjectMetadata'],
] as const;

/** Tables of a page: the interfaces of each, by its heading. Of what is in several of them, the first counts. */
type Tables = Readonly<Record<string, readonly (readonly [file: string, name: string])[]>>;

/** Each construct: where its class and its settings are. */
export const CONSTRUCTS: Readonly<Record<string, { readonly file: string; readonly tables: Tables }>> = {
  OlmCluster: {
    file: 'olm-cluster',
    tables: {
      Settings: [
        [`${OWN}/olm-cluster.ts`, 'OlmClusterProps'],
        [`${OWN}/validation.ts`, 'OlmValidationProps'],
      ],
      '`install` as an object': [['src/olm/model/install-options.ts', 'InstallChoices']],
      '`finishing`': [['src/olm/render/finishing.ts', 'Finishing']],
      'An image registry': [['src/olm/images/pods.ts', 'RegistryRewrite']],
      'Settings of a namespace': [[`${OWN}/olm-cluster.ts`, 'NamespaceOptions'], ...METADATA],
      'A verdict': [['src/olm/evaluate/operator-verdict.ts', 'OperatorVerdict']],
    },
  },
  OperatorGroup: { file: 'operator-group', tables: { Settings: [[`${OWN}/operator-group.ts`, 'OperatorGroupProps'], ...METADATA] } },
  TargetNamespaces: {
    file: 'target-namespaces',
    tables: {
      'A selector': [[`${OWN}/target-namespaces.ts`, 'NamespaceSelector']],
      'A requirement': [[`${OWN}/target-namespaces.ts`, 'NamespaceRequirement']],
    },
  },
  ClusterServiceVersion: { file: 'cluster-service-version', tables: {} },
  Bundle: { file: 'bundle', tables: {} },
  Operators: { file: 'operators', tables: {} },
  Catalog: { file: 'catalog', tables: { Settings: [[`${OWN}/catalog.ts`, 'CatalogProps']] } },
  Subscription: { file: 'subscription', tables: { Settings: [[`${OWN}/subscription.ts`, 'SubscriptionProps']] } },
  InstallPlanApprover: {
    file: 'install-plan-approver',
    tables: { Settings: [[`${OWN}/install-plan-approver.ts`, 'InstallPlanApproverProps']] },
  },
  OlmValidation: { file: 'validation', tables: { Settings: [[`${OWN}/validation.ts`, 'OlmValidationProps']] } },
};

/** The name of a page and of its example. */
export function pageName(construct: string): string {
  return construct.replaceAll(/(?!^)[A-Z]/g, '-$&').toLowerCase();
}

/** The path of an example. */
export function exampleOf(construct: string): string {
  return `examples/constructs/${pageName(construct)}.mjs`;
}

/** A node of the syntax tree, as far as it is read here (ESTree, with TypeScript's nodes). */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly static?: boolean;
  readonly kind?: string;
  readonly accessibility?: string;
  readonly optional?: boolean;
  readonly id?: { readonly name: string };
  readonly key?: { readonly name: string };
  readonly declaration?: Syntax | null;
  readonly body?: { readonly body: readonly Syntax[] } & Syntax;
  readonly value?: Syntax & { readonly params: readonly Syntax[] };
  readonly typeAnnotation?: { readonly typeAnnotation: Syntax };
}

interface Source {
  readonly text: string;
  readonly declarations: ReadonlyMap<string, { readonly node: Syntax; readonly comment: Comment }>;
  commentBefore(node: Syntax): Comment;
}

/** A doc comment: its text, and its tags. */
interface Comment {
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly text: string }[];
}

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const { program, comments } = parseSync(path, text);
  const commentBefore = (node: Syntax): Comment => {
    const comment = comments.findLast(({ end }) => end <= node.start);
    if (!comment?.value.startsWith('*') || text.slice(comment.end, node.start).trim() !== '') return { text: '', tags: [] };
    return readComment(comment.value);
  };
  const declarations = (program.body as unknown as Syntax[]).flatMap((statement) => {
    const node = statement.declaration;
    return node?.id ? [[node.id.name, { node, comment: commentBefore(statement) }] as const] : [];
  });
  return { text, declarations: new Map(declarations), commentBefore };
}

function readComment(value: string): Comment {
  const lines = value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd());
  const [text = '', ...tags] = lines.join('\n').split(/(?:^|\s)@(?=(?:default|throws|param|returns|example|internal|jsii)\b)/);
  return {
    text: text.trim(),
    tags: tags.map((tag) => {
      const [, name = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(tag) ?? [];
      return { name, text: rest.trim() };
    }),
  };
}

/** The page of a construct in Markdown. */
export function constructPage(construct: string): string {
  const { file, tables } = CONSTRUCTS[construct] ?? { file: '', tables: {} };
  const path = `src/constructs/${file}.ts`;
  const source = readSource(path);
  const { node, comment } = declarationOf(source, construct);
  const example = readFileSync(join(ROOT, exampleOf(construct)), 'utf8');
  const usage = comment.tags.find(({ name }) => name === 'example')?.text ?? '';
  const parts = [
    `# ${construct}`,
    `<!-- Made of ${path} and ${exampleOf(construct)} by npm run docs. -->`,
    comment.text,
    ...(construct === 'OlmValidation' ? [`\`\`\`yaml\n${usage}\n\`\`\``] : []),
    '## Example',
    `\`\`\`js\n${example.trim()}\n\`\`\``,
    `This is [${exampleOf(construct)}](../../${exampleOf(construct)}). Run it in the root of this repository; the last lines are the files that it writes.`,
    ...Object.entries(tables).map(([heading, interfaces]) => `## ${heading}\n\n${table(heading, interfaces)}`),
    ...members(source, node),
  ];
  return `${parts.join('\n\n')}\n`;
}

function declarationOf(source: Source, name: string): { readonly node: Syntax; readonly comment: Comment } {
  const found = source.declarations.get(name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

function table(heading: string, interfaces: Tables[string]): string {
  const isResult = heading === 'A verdict';
  const rows = new Map<string, string>();
  for (const [file, name] of interfaces) {
    const source = readSource(file);
    for (const member of declarationOf(source, name).node.body?.body ?? []) {
      const setting = member.key?.name ?? '';
      const { text, tags } = source.commentBefore(member);
      const type = member.typeAnnotation?.typeAnnotation;
      const fallback = member.optional
        ? (tags.find((tag) => tag.name === 'default')?.text ?? '')
        : isResult
          ? 'always there'
          : '**required**';
      const cells = [`\`${setting}\``, `\`${source.text.slice(type?.start, type?.end)}\``, text, fallback];
      if (!rows.has(setting))
        rows.set(setting, `| ${cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`);
    }
  }
  const head = isResult ? '| field | type | meaning | missing if |' : '| setting | type | meaning | default |';
  return [head, '| --- | --- | --- | --- |', ...rows.values()].join('\n');
}

/** What is public and documented. */
function members(source: Source, { body }: Syntax): string[] {
  const documented = (body?.body ?? []).flatMap((member) => {
    const comment = source.commentBefore(member);
    const isPublic = member.accessibility !== 'private' && !comment.tags.some(({ name }) => name === 'internal');
    const isSaid = comment.text !== '' || comment.tags.length > 0;
    return isPublic && isSaid && member.key?.name !== undefined ? [{ member, comment }] : [];
  });
  const sections = documented.map(({ member, comment }) => `### ${signature(source, member)}\n\n${said(comment)}`);
  return sections.length === 0 ? [] : ['## Members', ...sections];
}

function signature(source: Source, { key, kind, static: isStatic, value, type }: Syntax): string {
  const name = key?.name ?? '';
  const parameters = value?.params?.map(({ start, end }) => source.text.slice(start, end).replaceAll(/\s+/g, ' ')).join(', ');
  if (kind === 'get' || type === 'PropertyDefinition') return `\`${name}\``;
  return kind === 'constructor' ? `\`new (${parameters})\`` : `\`${isStatic ? 'static ' : ''}${name}(${parameters})\``;
}

function said({ text, tags }: Comment): string {
  const lines = tags.flatMap((tag) => {
    if (tag.name === 'throws') return [`- throws ${tag.text}`];
    if (tag.name === 'param') return [`- ${tag.text.replace(/^(\S+)/, '`$1`:')}`];
    return tag.name === 'returns' ? [`- returns ${tag.text}`] : [];
  });
  const example = tags.find(({ name }) => name === 'example')?.text;
  return [text, lines.join('\n').replaceAll(/\n(?!- )/g, ' '), example === undefined ? '' : `\`\`\`ts\n${example}\n\`\`\``]
    .filter((part) => part !== '')
    .join('\n\n');
}
