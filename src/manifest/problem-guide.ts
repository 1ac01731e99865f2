/** What every problem means, as docs/problems.md tells it. */
import type { ProblemCode } from './problem.js';
import { BUNDLE_PROBLEMS } from './problem-guide-bundles.js';
import { CSV_PROBLEMS } from './problem-guide-csvs.js';
import type { ProblemGuide } from './problem-guide-entry.js';

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\n';
const GROUP_KIND = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\n';
const GROUP = `${GROUP_KIND}metadata: {name: etcd, namespace: default}\n`;

/** Every problem by its code; a code without an entry does not compile. */
export const PROBLEM_GUIDE: Readonly<Record<ProblemCode, ProblemGuide>> = {
  FILE_UNREADABLE: {
    meaning: 'A file or folder that was named does not exist, or may not be read.',
    example: '$ cdk8s-olm check clusters/prdo',
    remedy: 'Check the path and its permissions.',
  },
  FILE_TOO_LARGE: {
    meaning: 'A file holds more than the 32 MiB, or the 4,000,000 words and signs, that are read of one.',
    example: '$ kubectl get all,secrets,configmaps -A -o yaml > everything.yaml && cdk8s-olm check everything.yaml',
    remedy: 'Split the file, or leave out what is not needed.',
  },
  FILE_NOT_TEXT: {
    meaning: 'A file is not UTF-8 text, so it holds no manifests.',
    example: '$ cdk8s-olm check manifests.tar.gz',
    remedy: 'Unpack the file, or save it as UTF-8.',
  },
  NO_MANIFESTS: {
    meaning: 'The input holds no manifest file, no document, or neither an OperatorGroup nor a ClusterServiceVersion.',
    example: '$ cdk8s-olm check docs',
    remedy: 'Name the files or folders that hold OperatorGroups and ClusterServiceVersions.',
  },
  NOT_YAML: {
    meaning: 'The text is neither YAML nor JSON.',
    example: 'kind: Namespace: team-a',
    remedy: 'Correct the syntax at the place that is shown; the mistake is often on the line above.',
  },
  DUPLICATE_KEY: {
    meaning: 'A mapping holds one key twice, and readers disagree about which of the two counts.',
    example: `${NAMESPACE}metadata:\n  name: team-a\n  name: team-b`,
    remedy: 'Remove one of the two. With `--lenient` the last one counts, as for kubectl.',
  },
  MISSING_SEPARATOR: {
    meaning: 'A document holds two objects, one below the other.',
    example: `${NAMESPACE}metadata: {name: team-a}\n${NAMESPACE}metadata: {name: team-b}`,
    remedy: 'Write `---` on a line of its own between them.',
  },
  FORBIDDEN_KEY: {
    meaning: 'A mapping has the key `__proto__`, which has a meaning of its own in JavaScript.',
    example: `${NAMESPACE}metadata: {name: team-a, __proto__: {}}`,
    remedy: 'Rename or remove the key; no Kubernetes object has a field of this name.',
  },
  UNSUPPORTED_YAML: {
    meaning: 'The text is YAML, but says what JSON, and so Kubernetes, has no word for: a tag, a number that is none, half a character.',
    example: `${NAMESPACE}metadata: {name: !vault team-a}`,
    remedy: 'Write the value out. A template has to be rendered first: by Helm, kustomize or what else it was written for.',
  },
  TOO_MANY_ALIASES: {
    meaning: 'The aliases of a document stand for more than 100,000 values, or 4 MiB of text.',
    example: `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdef'].map((key, i) => `${key}: &${key} [${`*${'abcde'[i]}, `.repeat(9)}*${'abcde'[i]}]`).join('\n')}`,
    remedy: 'Write the repeated values out, or split the document.',
  },
  NESTED_TOO_DEEPLY: {
    meaning: 'A document is nested more than 256 levels deep.',
    example: `spec: ${'['.repeat(260)}`,
    remedy: 'Flatten the document; no Kubernetes object is nested like this.',
  },
  NOT_A_MANIFEST: {
    meaning: 'A document is no Kubernetes object: it is no mapping, or lacks `apiVersion`, `kind` or `metadata`.',
    example: '- apiVersion: v1\n  kind: Namespace\n  metadata: {name: team-a}',
    remedy: 'Name only the folders that hold manifests, and separate documents by `---` or put them into a `List`.',
  },
  UNKNOWN_KIND: {
    meaning: 'An API group of Kubernetes or OLM has no such kind, so the document would be passed over without a word.',
    example: 'apiVersion: operators.coreos.com/v1\nkind: OperatorGruop\nmetadata: {name: etcd, namespace: default}',
    remedy: 'Correct `kind` or `apiVersion`; the message names the likely one.',
  },
  UNSUPPORTED_VERSION: {
    meaning: 'The kind exists, but not in this version.',
    example: 'apiVersion: operators.coreos.com/v2\nkind: OperatorGroup\nmetadata: {name: etcd, namespace: default}',
    remedy: 'Write one of the versions that the message names.',
  },
  FIELD_MISSING: {
    meaning: 'A field that the API server or OLM requires is not there.',
    example: `${GROUP_KIND}metadata: {name: etcd}`,
    remedy: 'Add the field that the message names.',
  },
  WRONG_TYPE: {
    meaning: 'A value is not of the type that its field has, often because YAML takes unquoted text for a number or a boolean.',
    example: `${NAMESPACE}metadata: {name: team-a, labels: {enabled: on}}`,
    remedy: 'Put text in quotes, and write lists as lists.',
  },
  INVALID_VALUE: {
    meaning: 'A value has the right type, but the field does not take it.',
    example: `${GROUP}spec: {upgradeStrategy: Sometimes}`,
    remedy: 'Write one of the values that the message names.',
  },
  INVALID_NAME: {
    meaning: 'Kubernetes refuses this name, label or annotation key.',
    example: `${NAMESPACE}metadata: {name: Team_A}`,
    remedy: 'Rename the object. Names have lower-case letters, digits, `-` and, most of them, `.`.',
  },
  INVALID_SELECTOR: {
    meaning:
      'The selector of an OperatorGroup is no label selector, so the API server drops or refuses it; an empty one selects everything.',
    example: `${GROUP}spec:\n  selector:\n    tenant: team-a`,
    remedy: 'Put labels below `matchLabels`, and conditions below `matchExpressions`.',
  },
  DUPLICATE_OBJECT: {
    meaning: 'Two documents describe one object, and which of them a cluster keeps depends on the order in which they are applied.',
    example: `${NAMESPACE}metadata: {name: team-a}\n---\n${NAMESPACE}metadata: {name: team-a, labels: {tenant: a}}`,
    remedy: 'Remove one of the two.',
  },
  NAMESPACE_NOT_FOUND: {
    meaning: 'An OperatorGroup or ClusterServiceVersion stands in a namespace that the input does not declare.',
    example: `${GROUP_KIND}metadata: {name: etcd, namespace: team-a}`,
    remedy: 'Add the Namespace to the input, with its labels, since selectors look at them; or correct the name.',
  },
  ...BUNDLE_PROBLEMS,
  ...CSV_PROBLEMS,
  TOO_MANY_PROBLEMS: {
    meaning: 'The input has more than 10,000 problems, and those beyond are only counted.',
    example: '$ cdk8s-olm check charts',
    remedy: 'Correct the first ones, or name only the folders that hold manifests.',
  },
  GIT_UNUSABLE: {
    meaning: 'An input is a commit, but there is no git, or no repository.',
    example: '$ cd /tmp && cdk8s-olm review git:main:clusters/prod clusters/prod',
    remedy: 'Run the command in a clone of the repository, with git installed.',
  },
  GIT_REVISION_NOT_FOUND: {
    meaning: 'The repository has no such branch, tag or commit.',
    example: '$ cdk8s-olm review git:mian:clusters/prod clusters/prod',
    remedy: 'Check the name; in CI, fetch the branch first and write `origin/main`.',
  },
  GIT_PATH_NOT_FOUND: {
    meaning: 'The commit has no such file or folder.',
    example: '$ cdk8s-olm review git:main:clusters/prdo clusters/prod',
    remedy: 'Write the path from the top of the repository.',
  },
  OUTPUT_NOT_WRITTEN: {
    meaning: 'The output folder cannot be written, or holds a file of the same name that this program did not write.',
    example: '$ cdk8s-olm render clusters/prod -o /proc/rendered',
    remedy: 'Check the path, its permissions and the space left, or choose another folder.',
  },
};
