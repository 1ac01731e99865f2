/**
 * Writes the skeleton of a rule: its file with its record, its place in the list of rules, and its example.
 *
 * npm run new-rule ID [held|changed|check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = process.cwd();

/** What a kind of rule is, where its file goes, and which list has it. */
const KINDS = {
  held: {
    about: 'permissions that somebody has',
    file: (id) => `src/review/rules/held/${id}.ts`,
    list: 'src/review/rules/index.ts',
    after: 'const KNOWING = riskRules([',
    specifier: (id) => `./held/${id}.js`,
    record: (id, name) => `/** Say in one line what the permission leads to. */
import { riskRule, WRITE } from '../risk-rule.js';
import { NSA_RBAC } from '../rule.js';

export const ${name} = riskRule('${id}', 'warning', '', {
  column: 'Other',
  references: [NSA_RBAC],
  meaning: '',
  attack: '',
  fix: '',
  held: {
    wants: [{ apiGroups: ['example.com'], resources: ['examples'], verbs: WRITE }],
    severities: { cluster: 'warning', elsewhere: 'info' },
  },
});
`,
    example: () => ({ 'base/rbac.yaml': roleWith(''), 'head/rbac.yaml': roleWith(EXAMPLE_RULE) }),
  },
  changed: {
    about: 'an object that a change brings or alters',
    file: (id) => `src/review/rules/changed/${id}.ts`,
    list: 'src/review/rules/index.ts',
    after: 'const KNOWING = riskRules([',
    specifier: (id) => `./changed/${id}.js`,
    record: (id, name) => `/** Say in one line what the change leads to. */
import { riskRule } from '../risk-rule.js';

export const ${name} = riskRule('${id}', 'warning', '', {
  class: 'cluster',
  references: [],
  meaning: '',
  attack: '',
  fix: '',
  looksAt: ({ kind }) => kind === 'Example',
  pair: ({ before }) => (before ? [] : [{ says: 'is new', at: ['spec'] }]),
});
`,
    example: () => ({ 'base/namespace.yaml': NAMESPACE, 'head/namespace.yaml': NAMESPACE, 'head/example.yaml': EXAMPLE_OBJECT }),
  },
  check: {
    about: 'a ClusterServiceVersion of one state',
    file: (id) => `src/olm/checks/${id}.ts`,
    list: 'src/olm/checks/index.ts',
    after: 'const ABOUT_A_CSV = [',
    specifier: (id) => `./${id}.js`,
    record: (id, name) => `/** Say in one line what OLM does with such a ClusterServiceVersion, and where OLM's code says so. */
import { csvReference } from '../model/finding.js';
import { csvRule } from './surroundings.js';

export const ${name} = csvRule('${id}', 'warning', '', {
  meaning: '',
  fix: '',
  find: ({ csv }) => (csv.name === 'example.v1.0.0' ? [{ subject: csvReference(csv), message: 'it is an example', fix: 'rename it' }] : []),
});
`,
    example: () => ({ 'manifests.yaml': OPERATOR }),
  },
};

const NAMESPACE = `apiVersion: v1
kind: Namespace
metadata:
  name: shop
`;

const EXAMPLE_OBJECT = `apiVersion: example.com/v1
kind: Example
metadata:
  name: cart
  namespace: shop
spec: {}
`;

const EXAMPLE_RULE = `  - apiGroups: [example.com]
    resources: [examples]
    verbs: [create, update]
`;

function roleWith(rule) {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: cart
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get, list, watch]
${rule}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: cart
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: cart
subjects:
  - kind: ServiceAccount
    name: cart
    namespace: shop
`;
}

const OPERATOR = `${NAMESPACE}---
apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata:
  name: shop
  namespace: shop
spec:
  targetNamespaces: [shop]
---
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: example.v1.0.0
  namespace: shop
spec:
  displayName: Example
  version: 1.0.0
  installModes:
    - { type: OwnNamespace, supported: true }
  install:
    strategy: deployment
    spec:
      deployments: []
`;

const [id = '', kind = 'held'] = process.argv.slice(2);

if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id) || !Object.hasOwn(KINDS, kind)) {
  const kinds = Object.entries(KINDS).map(([name, { about }]) => `  ${name.padEnd(8)}  about ${about}`);
  fail(
    `npm run new-rule ID [KIND]: the id in small letters and hyphens, such as secrets-read, and a kind (held by default):\n${kinds.join('\n')}`,
  );
}
const { file, list, after, specifier, record, example } = KINDS[kind];
const folder = `examples/rules/${id}`;
for (const path of [file(id), folder]) if (existsSync(join(root, path))) fail(`${path} is there already`);

const name = id.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
write(file(id), record(id, name));
write(list, listed(readFileSync(join(root, list), 'utf8'), after, name, specifier(id)));
for (const [path, text] of Object.entries(example())) write(`${folder}/${path}`, text);

console.log(`${file(id)}: the record of the rule; write its texts and what finds it
${list}: the last of its list; move it to where its consequence ranks, worst first
${folder}: its example; write what people of a platform team would, then
  npx vitest run test/examples-of-rules.test.ts -t ${id} --update   writes what it reports
  npm run docs                                                  writes its page, and the JSON Schemas`);

function fail(message) {
  console.error(message);
  process.exit(2);
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** The text of a file with a list of rules: with one more import, in order, and one more entry. */
function listed(text, start, entry, from) {
  const imports = [...text.matchAll(/^import [^;]*? from '([^']*)';\n/gm)].map(({ 0: whole, 1: at, index }) => ({
    at,
    index,
    end: index + whole.length,
  }));
  const next = imports.find(({ at }) => at.startsWith('./') && at > from);
  const place = next?.index ?? imports.at(-1).end;
  const withImport = `${text.slice(0, place)}import { ${entry} } from '${from}';\n${text.slice(place)}`;
  const end = withImport.indexOf('\n]', withImport.indexOf(start));
  return `${withImport.slice(0, end)}\n  ${entry},${withImport.slice(end)}`;
}
