/** The guide of problems: every code with its meaning, for docs/problems.md and `explain CODE`. */

/** The explanation of one code, for a person who sees it for the first time. */
export interface ProblemGuide {
  /** One sentence. */
  readonly meaning: string;
  /** A text with the problem, or, after `$ `, a command line that causes it. */
  readonly example: string;
  /** The file in the bundle's folder, for an example inside a subscribed bundle. Absent for any other manifest. */
  readonly file?: string;
  /** The steps that solve the problem. */
  readonly remedy: string;
}

const NAMESPACE = 'apiVersion: v1\nkind: Namespace\n';
const GROUP_KIND = 'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\n';
const GROUP = `${GROUP_KIND}metadata: {name: etcd, namespace: default}\n`;

/** A Subscription to the package etcd. */
function subscription(spec: string): string {
  return `apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nmetadata: {name: etcd, namespace: default}\nspec: {name: etcd, ${spec}}`;
}

const PACKAGE = 'schema: olm.package\nname: etcd\ndefaultChannel: stable\n';
const CHANNEL = 'schema: olm.channel\npackage: etcd\nname: stable\n';
const BUNDLE =
  'schema: olm.bundle\npackage: etcd\nname: etcd.v0.9.4\nproperties: [{type: olm.package, value: {packageName: etcd, version: 0.9.4}}]\n';

/** A CSV with one more line in one of its parts. */
function csv({ version = 'v1alpha1', metadata = '', spec = '', install = '' }): string {
  return [
    `apiVersion: operators.coreos.com/${version}`,
    'kind: ClusterServiceVersion',
    'metadata:',
    '  name: etcd.v0.9.4',
    '  namespace: default',
    ...(metadata ? [`  ${metadata}`] : []),
    'spec:',
    '  install:',
    '    strategy: deployment',
    ...(install ? ['    spec:', `      ${install}`] : []),
    ...(spec ? [`  ${spec}`] : []),
  ].join('\n');
}

/** Takes the codes from the entries, so that no second list has to name them. */
function byCode<Code extends string>(guide: Readonly<Record<Code, ProblemGuide>>): Readonly<Record<Code, ProblemGuide>> {
  return guide;
}

/** The codes of bad input, and of output that cannot be written. */
export const PROBLEM_GUIDE = byCode({
  FILE_UNREADABLE: {
    meaning: 'A named file or folder does not exist or cannot be read.',
    example: '$ cdk8s-olm check clusters/prdo',
    remedy: 'Check the path and its permissions.',
  },
  FILE_TOO_LARGE: {
    meaning: 'A file is larger than 32 MiB or has more than 4,000,000 YAML tokens.',
    example: '$ kubectl get all,secrets,configmaps -A -o yaml > everything.yaml && cdk8s-olm check everything.yaml',
    remedy: 'Split the file, or remove what is not needed.',
  },
  FILE_NOT_TEXT: {
    meaning: 'A file is not UTF-8 text, so it cannot contain manifests.',
    example: '$ cdk8s-olm check manifests.tar.gz',
    remedy: 'Unpack the file, or save it as UTF-8.',
  },
  NO_MANIFESTS: {
    meaning: 'The input contains no manifest file, no document, or neither an OperatorGroup nor a ClusterServiceVersion.',
    example: '$ cdk8s-olm check docs',
    remedy: 'Name the files or folders that contain OperatorGroups and ClusterServiceVersions.',
  },
  INVALID_PLACEMENT: {
    meaning: 'The option `--install-namespace` needs an input that is one bundle, and an operator that can watch the given namespaces.',
    example: '$ cdk8s-olm review bundles/etcd/0.9.2 bundles --install-namespace etcd',
    remedy: 'Name the folder of one bundle, and with `--watch-namespace` the namespaces that it watches.',
  },
  KUSTOMIZATION_NOT_BUILT: {
    meaning: 'A kustomization needs another host, Helm, a plugin, or an installed kustomize or kubectl, so it was not built here.',
    example: '$ cdk8s-olm check clusters/prod',
    remedy: 'Install kubectl, or pipe the result: `kubectl kustomize clusters/prod | cdk8s-olm check -`.',
  },
  KUSTOMIZATION_INVALID: {
    meaning: 'Kustomize refuses a kustomization, so nothing of it is applied.',
    example: '$ cdk8s-olm check clusters/prod',
    remedy: 'Correct it at the place that the message names; `kubectl kustomize clusters/prod` prints the same error.',
  },
  KUSTOMIZATION_PART_NOT_READ: {
    meaning:
      'A kustomization lists something from another host, Helm or a plugin. The rest is built and judged. In a review, a new or changed entry is an error.',
    example: '$ cdk8s-olm check clusters/prod',
    remedy:
      'Give a remote base with `--remote https://github.com/example/bases=../bases`, add the content to your repository, or pipe the result: `kubectl kustomize clusters/prod | cdk8s-olm check -`.',
  },
  FILE_LEFT_OUT: {
    meaning: 'A file of a folder has the comment `+argocd:skip-file-rendering`, so Argo CD applies nothing of it. The rest is judged.',
    example: '$ cdk8s-olm check apps',
    remedy: 'Remove the comment, or name the file itself if another tool applies it.',
  },
  CHART_NOT_RENDERED: {
    meaning: 'Helm fails on a chart of the repository, or a dependency, a file of values or the target of a link is not in the repository.',
    example: '$ cdk8s-olm check charts/etcd',
    remedy:
      'Correct the chart, add the missing files (`helm dependency build`), or pipe it: `helm template etcd charts/etcd | cdk8s-olm check -`.',
  },
  NOT_YAML: {
    meaning: 'The text is neither YAML nor JSON.',
    example: 'kind: Namespace: team-a',
    remedy: 'Correct the syntax. The mistake is often on the line above.',
  },
  DUPLICATE_KEY: {
    meaning: 'A mapping contains a key twice, and parsers disagree about which value counts.',
    example: `${NAMESPACE}metadata:\n  name: team-a\n  name: team-b`,
    remedy: 'Remove one of them. With `--lenient` the last value wins, as in kubectl.',
  },
  MISSING_SEPARATOR: {
    meaning: 'A document contains two objects, one after the other.',
    example: `${NAMESPACE}metadata: {name: team-a}\n${NAMESPACE}metadata: {name: team-b}`,
    remedy: 'Write `---` on a separate line between them.',
  },
  FORBIDDEN_KEY: {
    meaning: 'A mapping has the key `__proto__`, which has a special meaning in JavaScript.',
    example: `${NAMESPACE}metadata: {name: team-a, __proto__: {}}`,
    remedy: 'Rename or remove the key.',
  },
  UNSUPPORTED_YAML: {
    meaning:
      'The text uses something JSON cannot represent (NaN or Infinity, an unpaired surrogate, a value that does not fit its tag), or something kubectl and kustomize read differently (a quoted or late merge key `<<`, an unquoted date as a name).',
    example: `${NAMESPACE}metadata: {name: !!int team-a}`,
    remedy: 'Write the plain value, and a merge key first in its mapping. Render a template before.',
  },
  DOUBTFUL_YAML: {
    meaning:
      'Parsers disagree about a tag that Kubernetes ignores, or about text after the end of a document. It is read as kubectl reads it.',
    example: `${GROUP}spec:\n  targetNamespaces: [!team default]`,
    remedy: 'Write the value without a tag, and `---` before another document.',
  },
  TOO_MANY_ALIASES: {
    meaning: 'The aliases of a document expand to more than 100,000 values or 4 MiB of text.',
    example: `a: &a [${'x, '.repeat(9)}x]\n${[...'bcdef'].map((key, i) => `${key}: &${key} [${`*${'abcde'[i]}, `.repeat(9)}*${'abcde'[i]}]`).join('\n')}`,
    remedy: 'Write the repeated values out, or split the document.',
  },
  NESTED_TOO_DEEPLY: {
    meaning: 'A document is nested more than 256 levels deep.',
    example: `spec: ${'['.repeat(260)}`,
    remedy: 'Flatten the document.',
  },
  NOT_A_MANIFEST: {
    meaning: 'A document is not a Kubernetes object: it is not a mapping, or `apiVersion`, `kind` or `metadata` is missing.',
    example: '- apiVersion: v1\n  kind: Namespace\n  metadata: {name: team-a}',
    remedy: 'Name only folders that contain manifests. Separate documents with `---`.',
  },
  UNKNOWN_KIND: {
    meaning: 'An API group of Kubernetes or OLM has no such kind, so the document would be ignored silently.',
    example: 'apiVersion: operators.coreos.com/v1\nkind: OperatorGruop\nmetadata: {name: etcd, namespace: default}',
    remedy: 'Correct `kind` or `apiVersion`. The message lists the known ones.',
  },
  UNSUPPORTED_VERSION: {
    meaning: 'The kind exists, but not in this version.',
    example: 'apiVersion: operators.coreos.com/v2\nkind: OperatorGroup\nmetadata: {name: etcd, namespace: default}',
    remedy: 'Use one of the versions that the message names.',
  },
  FIELD_MISSING: {
    meaning: 'A field that the API server or OLM requires is missing.',
    example: `${GROUP_KIND}metadata: {namespace: etcd}`,
    remedy: 'Add the field that the message names.',
  },
  NAMESPACE_NOT_GIVEN: {
    meaning:
      'An object of OLM has no namespace, so the tool that applies it decides its namespace. Commands that only judge assume `default` and report `no-namespace`.',
    example: `${GROUP_KIND}metadata: {name: etcd}`,
    remedy: 'Set `metadata.namespace`, or `namespace` in the kustomization.',
  },
  WRONG_TYPE: {
    meaning: 'A value does not have the type of its field. YAML often reads unquoted text as a number or a boolean.',
    example: `${NAMESPACE}metadata: {name: team-a, labels: {enabled: on}}`,
    remedy: 'Put text in quotes, and write lists as lists.',
  },
  INVALID_VALUE: {
    meaning: 'A value has the right type, but the field does not accept it.',
    example: `${GROUP}spec: {upgradeStrategy: Sometimes}`,
    remedy: 'Use one of the values that the message names.',
  },
  INVALID_NAME: {
    meaning: 'Kubernetes refuses this name, label or annotation key.',
    example: `${NAMESPACE}metadata: {name: Team_A}`,
    remedy: 'Names contain lower-case letters, digits and `-`; most also allow `.`.',
  },
  INVALID_SELECTOR: {
    meaning:
      'The selector of an OperatorGroup is not a valid label selector. The API server drops or refuses it, and an empty selector selects everything.',
    example: `${GROUP}spec:\n  selector:\n    tenant: team-a`,
    remedy: 'Put labels under `matchLabels` and conditions under `matchExpressions`.',
  },
  DUPLICATE_OBJECT: {
    meaning: 'Two documents describe the same object. Which one remains depends on the order in which they are applied.',
    example: `${NAMESPACE}metadata: {name: team-a}\n---\n${NAMESPACE}metadata: {name: team-a, labels: {tenant: a}}`,
    remedy: 'Remove one of them.',
  },
  NAMESPACE_NOT_FOUND: {
    meaning:
      'An OperatorGroup, Subscription or ClusterServiceVersion is in a namespace that the input does not declare, or a ClusterExtension installs into one: OLM v1 creates none. A warning, because Helm or Argo CD may create it, unless the name is almost a declared one.',
    example: `${GROUP_KIND}metadata: {name: etcd, namespace: team-a}`,
    remedy: 'Add the Namespace with its labels, use `--assume-namespace NAME:label=value`, or correct the name.',
  },
  INVALID_BUNDLE: {
    meaning: 'A bundle folder has no ClusterServiceVersion, has several, or declares a media type other than `registry+v1`.',
    file: 'metadata/annotations.yaml',
    example:
      'annotations:\n  operators.operatorframework.io.bundle.mediatype.v1: helm+v0\n  operators.operatorframework.io.bundle.package.v1: etcd',
    remedy: 'Correct the bundle as the message says, or remove it from the input.',
  },
  BUNDLE_DEPENDENCIES: {
    meaning: 'The `metadata/dependencies.yaml` of a bundle is not valid YAML.',
    file: 'metadata/dependencies.yaml',
    example: 'dependencies:\n  - type: olm.package\n    value: packageName: cert-manager',
    remedy: 'Correct the file. With `--lenient` the bundle is read without its dependencies.',
  },
  BUNDLE_FILE_NOT_READ: {
    meaning: 'A file in `manifests/` of a bundle is not a manifest. OLM v0 ignores it; OLM v1 refuses the bundle.',
    file: 'manifests/README',
    example: 'The operator of etcd.',
    remedy: 'Move it out of `manifests/`.',
  },
  INVALID_CATALOG: {
    meaning: 'A file-based catalog is not valid: a package is not declared, or a channel is not an upgrade path.',
    example: `${CHANNEL}entries: [{name: etcd.v0.9.4}]\n---\n${BUNDLE}`.trim(),
    remedy: 'Correct the catalog as the message says. `opm validate` reports the same.',
  },
  INVALID_LOCK: {
    meaning: 'The lock `olm-lock.yaml` is not what `cdk8s-olm lock` writes: it was edited, or two branches were merged badly.',
    example: '$ sed -i s/lockVersion/version/ olm-lock.yaml && cdk8s-olm check .',
    remedy: 'Write it again with `cdk8s-olm lock`, or take its last committed version.',
  },
  LOCK_MISMATCH: {
    meaning: 'The lock and the bundle of an operator differ: somebody edited one of them.',
    example: '$ cdk8s-olm lock --verify',
    remedy:
      'Write the lock again with `cdk8s-olm lock --update`. Find out who changed it: it can show fewer permissions than an operator gets.',
  },
  PACKAGE_NOT_FOUND: {
    meaning:
      'A Subscription names a package that its catalog does not have, and the catalog was read whole. Otherwise, it is `unknown-operator`.',
    example: '$ npx cdk8s synth',
    remedy: 'Correct the name, or give the catalog that has the package.',
  },
  CATALOG_NOT_FOUND: {
    meaning: 'The catalog of a Subscription is in another namespace, or another catalog offers the package.',
    file: 'catalog.yaml',
    example:
      'apiVersion: operators.coreos.com/v1alpha1\nkind: CatalogSource\nmetadata: {name: catalog, namespace: default}\nspec: {sourceType: grpc}',
    remedy: 'Correct `spec.source` or `spec.sourceNamespace`.',
  },
  CHANNEL_NOT_FOUND: {
    meaning: 'A Subscription or a package names a channel that does not exist.',
    example: `${PACKAGE.replace('stable', 'alpha')}---\n${CHANNEL}entries: [{name: etcd.v0.9.4}]\n---\n${BUNDLE}`.trim(),
    remedy: 'Correct the channel. The message lists the existing ones.',
  },
  BUNDLE_NOT_FOUND: {
    meaning: 'A Subscription or a channel names a bundle that does not exist.',
    example: `${PACKAGE}---\n${CHANNEL}entries: [{name: etcd.v0.9.4}]`,
    remedy: 'Correct the name, or add the bundle.',
  },
  UNKNOWN_FIELD: {
    meaning: 'A bundle that is installed without OLM has a field that Kubernetes does not know; server-side apply refuses it.',
    example: '$ cdk8s-olm render bundles/dynatrace-operator clusters/prod --install',
    remedy: 'Correct or remove the field; `--lenient` leaves it out, as OLM does.',
  },
  REFUSED_BY_OLM: {
    meaning: 'OLM v1 refuses a bundle, or this use of it; the message is its own.',
    example: '$ cdk8s-olm render bundles/etcd/0.9.4 --profile olm-v1 --install-namespace etcd --watch-namespace a --watch-namespace b',
    remedy: 'Choose namespaces that the install modes of the bundle allow, or ask its author to fix it.',
  },
  BUNDLE_CONTENT_MISSING: {
    meaning:
      'An operator is to be installed without OLM, but the input has only its ClusterServiceVersion, its entry in a lock or its name in a catalog.',
    example: '$ cdk8s-olm render clusters/prod --install',
    remedy: 'Get the bundles with `cdk8s-olm lock --vendor bundles`, and name that folder, too.',
  },
  SUBSCRIPTION_CONFLICT: {
    meaning:
      'Two Subscriptions in one namespace request the same package, and no version of one channel suits both; or they install the same CSV from two packages.',
    file: 'subscription.yaml',
    example: subscription('channel: beta, source: catalog, sourceNamespace: olm').replace(
      'name: etcd, namespace: default',
      'name: second, namespace: op',
    ),
    remedy: 'Remove one of them.',
  },
  API_VERSION_MISSING: {
    meaning: 'A manifest of a bundle has no `apiVersion`. OLM uses only its kind.',
    file: 'manifests/crd.yaml',
    example: 'kind: Service\nmetadata: {name: etcd-metrics}\nspec: {ports: [{port: 8080}]}',
    remedy: 'Add `apiVersion`. No other tool accepts the manifest without it.',
  },
  CRD_API_VERSION: {
    meaning: 'An installed bundle contains a CustomResourceDefinition in a version that Kubernetes no longer has.',
    file: 'manifests/crd.yaml',
    example: `apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: etcdclusters.etcd.example.com}\nspec: {group: etcd.example.com, version: v1, scope: Namespaced, names: {kind: EtcdCluster, plural: etcdclusters}}`,
    remedy: 'Use a later version of the operator.',
  },
  CSV_API_VERSION: {
    meaning: 'A ClusterServiceVersion has an unknown `apiVersion`. The OLM tools read it anyway.',
    example: csv({ version: 'v1' }),
    remedy: 'Write `operators.coreos.com/v1alpha1`. `kubectl apply` fails with any other value.',
  },
  CSV_KEY_CASE: {
    meaning:
      'A key of a ClusterServiceVersion is written in another case, or two keys name one field. OLM reads both; `kubectl apply` and server-side apply refuse the CSV.',
    example: csv({ spec: 'installmodes: []' }),
    remedy: 'Write the key once, with the spelling in the message. If there are two keys, the last in byte order wins.',
  },
  CSV_UNKNOWN_FIELD: {
    meaning: 'A ClusterServiceVersion has a field that does not exist. OLM drops it; `kubectl apply` and server-side apply refuse the CSV.',
    example: csv({ spec: 'support: Example Ltd' }),
    remedy: 'Remove or move the field. It is not rendered.',
  },
  CSV_AMOUNT: {
    meaning: 'An amount of CPU or memory in a ClusterServiceVersion is a fraction, which the API server refuses.',
    example: csv({
      install: `deployments:
        - name: etcd
          spec:
            selector: {}
            template: {spec: {containers: [{name: etcd, resources: {limits: {cpu: 0.5}}}]}}`,
    }),
    remedy: 'Write it as text, such as `500m`. It is rendered so.',
  },
  CSV_RESERVED_ANNOTATION: {
    meaning: 'A ClusterServiceVersion contains an annotation that OLM sets on the members of an OperatorGroup.',
    example: csv({ metadata: 'annotations: {olm.targetNamespaces: team-a}' }),
    remedy: 'Remove the annotation. OLM overwrites it, or treats the CSV as a copy.',
  },
  CSV_ANNOTATION_NAME: {
    meaning: 'The name of an annotation is almost the name of a known one.',
    example: csv({ metadata: "annotations: {olm.skipsRange: '<0.9.4'}" }),
    remedy: 'Correct the name.',
  },
  CSV_INSTALL_MODE: {
    meaning: 'This install mode type does not exist. OLM treats a mode that is not listed as unsupported.',
    example: csv({ spec: 'installModes: [{type: OwnNamespaces, supported: true}]' }),
    remedy: 'Write `OwnNamespace`, `SingleNamespace`, `MultiNamespace` or `AllNamespaces`.',
  },
  CSV_DUPLICATE_RULES: {
    meaning: 'A permissions entry contains the same rule twice.',
    example: csv({
      install: `permissions:
        - serviceAccountName: etcd
          rules:
            - {apiGroups: [''], resources: [pods], verbs: [get]}
            - {apiGroups: [''], resources: [pods], verbs: [get]}`,
    }),
    remedy: 'Remove one of them. The permissions stay the same.',
  },
  CSV_UNUSED_ACCOUNT: {
    meaning: 'A Deployment runs as a ServiceAccount without permissions, and no Deployment runs as one that has permissions.',
    example: csv({
      install: `permissions: [{serviceAccountName: ectd, rules: []}]
      deployments: [{name: etcd, spec: {template: {spec: {serviceAccountName: etcd}}}}]`,
    }),
    remedy: 'Correct one of the names.',
  },
  CSV_STATUS: {
    meaning: 'A ClusterServiceVersion that is not installed has a status.',
    example: `${csv({})}\nstatus: {phase: Succeeded}`,
    remedy: 'Remove it. OLM writes it, and `kubectl apply` ignores it.',
  },
  TOO_MANY_PROBLEMS: {
    meaning: 'The input has more than 10,000 problems. The rest is only counted.',
    example: '$ cdk8s-olm check charts',
    remedy: 'Correct the first ones, or name only the folders that contain manifests.',
  },
  GIT_UNUSABLE: {
    meaning: 'An input names a commit, but git is not installed or there is no repository.',
    example: '$ cd /tmp && cdk8s-olm review git:main:clusters/prod clusters/prod',
    remedy: 'Run the command in a clone of the repository, with git installed.',
  },
  GIT_REVISION_NOT_FOUND: {
    meaning: 'The repository has no such branch, tag or commit.',
    example: '$ cdk8s-olm review git:mian:clusters/prod clusters/prod',
    remedy: 'Check the name; in CI, fetch the branch first and write `origin/main`.',
  },
  GIT_REVISION_AMBIGUOUS: {
    meaning:
      'Several branches and tags have this name, or a tag has the name of a remote branch. Anyone who can push a tag could choose the state that a change is compared with.',
    example: '$ cdk8s-olm review git:main .',
    remedy: 'Write the whole name, as in `git:refs/remotes/origin/main`, and fetch that branch first.',
  },
  GIT_OBJECT_MISSING: {
    meaning: 'The commit has this file or folder, but the clone does not have its content.',
    example: '$ git clone --filter=blob:none --no-checkout URL . && cdk8s-olm review git:HEAD~1 git:HEAD',
    remedy: 'Clone without `--filter`, or repair the clone (`git fsck`).',
  },
  GIT_PATH_NOT_FOUND: {
    meaning: 'The commit has no such file or folder.',
    example: '$ cdk8s-olm review git:main:clusters/prdo clusters/prod',
    remedy: 'Write the path relative to the top of the repository.',
  },
  IMAGE_REFERENCE: {
    meaning: 'A text does not name an image.',
    example: '$ cdk8s-olm lock --catalog "community=quay.io/Operators/Catalog"',
    remedy: 'Correct the reference. Repositories are lower case; a digest is `sha256:` with 64 hexadecimal digits.',
  },
  IMAGE_NOT_FOUND: {
    meaning: 'A registry does not have an image, or a part of it.',
    example: '$ cdk8s-olm lock --catalog community=quay.io/operatorhubio/catalog:lates',
    remedy: 'Check the name, the tag and the digest. A registry can remove untagged images: use a mirror, or another version.',
  },
  IMAGE_NOT_CACHED: {
    meaning: 'With `--offline`, content is needed that was not downloaded before.',
    example: '$ cdk8s-olm lock --offline',
    remedy: 'Run once without `--offline`, or vendor the content. Offline, images are found by digest only.',
  },
  IMAGE_DIGEST: {
    meaning: 'Content does not match its digest: the registry, a mirror or something in between changed it.',
    example: '$ cdk8s-olm lock --verify',
    remedy: 'Do not use the image before you know why. Nothing of it was kept.',
  },
  IMAGE_UNSUPPORTED: {
    meaning: 'An image has an unsupported form: another platform, an encrypted layer, Docker schema 1, or not an image at all.',
    example: '$ cdk8s-olm lock --catalog tools=registry.example.com/charts/stonedb:1.0.0',
    remedy: 'Check that the reference names a bundle or a catalog, and push the image with a current tool.',
  },
  IMAGE_TOO_LARGE: {
    meaning: 'An image exceeds 2 GiB in a layer, 4 GiB unpacked, or 128 MiB in the files of a bundle.',
    example: '$ cdk8s-olm lock --catalog community=registry.example.com/backup:latest',
    remedy: 'Check that the reference names a bundle or a file-based catalog.',
  },
  IMAGE_UNSAFE: {
    meaning:
      'An image has paths that leave its folder, links or devices among its manifests, a file twice in one layer, or damaged layers. Its content depends on who unpacks it.',
    example: '$ cdk8s-olm lock --catalog community=registry.example.com/catalog:latest',
    remedy: 'Build the image from plain files. If it is not yours, do not use it.',
  },
  IMAGE_NOT_A_CATALOG: {
    meaning: 'An image is used as a catalog and has no label with the place of the catalog.',
    example: '$ cdk8s-olm lock --catalog community=registry.example.com/stonedb-bundle:v1.9.0',
    remedy: 'Name the image of a file-based catalog.',
  },
  IMAGE_NOT_A_BUNDLE: {
    meaning: 'A catalog names an image as a bundle that has no label of a bundle.',
    example: '$ cdk8s-olm lock',
    remedy: "Correct the catalog: it may name the operator's image. Ask its owner.",
  },
  IMAGE_CATALOG_SQLITE: {
    meaning: 'A catalog is a SQLite database, the form from before file-based catalogs.',
    example: '$ cdk8s-olm lock --catalog redhat-operators=registry.redhat.io/redhat/redhat-operator-index:v4.8',
    remedy: 'Use a newer version of the catalog, or convert it: `opm migrate`.',
  },
  REGISTRY_UNREACHABLE: {
    meaning: 'A registry cannot be reached, is too slow, or fails, after several tries.',
    example: '$ cdk8s-olm lock --catalog community=registry.exmaple.com/catalog:latest',
    remedy: 'Check the name, the network, and `HTTPS_PROXY` and `NO_PROXY`; or try again later.',
  },
  REGISTRY_BUSY: {
    meaning: 'A registry refuses more requests for now (status 429).',
    example: '$ cdk8s-olm lock --catalog community=docker.io/example/catalog:latest',
    remedy: 'Wait, log in, or use a mirror.',
  },
  REGISTRY_DENIED: {
    meaning: 'A registry refuses to let you pull an image with the credentials that were found, or without any.',
    example: '$ cdk8s-olm lock --catalog redhat-operators=registry.redhat.io/redhat/redhat-operator-index:v4.18',
    remedy: 'Use `podman login` or `docker login`; in CI, set `REGISTRY_AUTH_FILE`. For `registry.redhat.io`, use the pull secret.',
  },
  REGISTRY_UNTRUSTED: {
    meaning:
      'The certificate of a registry is not trusted (unknown authority, another host, expired), or the file of authorities cannot be read.',
    example: '$ cdk8s-olm lock --catalog community=registry.corp.example.com/catalog:latest',
    remedy: 'Name the authority: `--ca FILE`, `NODE_EXTRA_CA_CERTS=FILE`, or `certs.d`.',
  },
  REGISTRY_PLAIN_HTTP: {
    meaning: 'A registry, or where it redirects to, has no TLS.',
    example: '$ cdk8s-olm lock --catalog community=registry.corp.example.com:5000/catalog:latest',
    remedy: 'Use a registry with TLS, or allow this one: `--plain-http HOST`.',
  },
  REGISTRY_ANSWER: {
    meaning: 'A server does not answer as a registry, for example with a login page.',
    example: '$ cdk8s-olm lock --catalog community=www.example.com/catalog:latest',
    remedy: 'Check the host name, and the proxy.',
  },
  CREDENTIALS_UNUSABLE: {
    meaning: 'A file with credentials cannot be read, or its credential helper fails.',
    example: '$ REGISTRY_AUTH_FILE=auth.yaml cdk8s-olm lock',
    remedy: 'Log in again, or install the helper.',
  },
  MIRRORS_UNUSABLE: {
    meaning: 'The file `registries.conf` or a `--mirror` cannot be read, or leaves no place to pull from.',
    example: '$ cdk8s-olm lock --mirror mirror.example.com',
    remedy: 'Correct the configuration of mirrors.',
  },
  CACHE_UNUSABLE: {
    meaning: 'The folder of downloaded content cannot be written.',
    example: '$ XDG_CACHE_HOME=/proc cdk8s-olm lock',
    remedy: 'Free space, or name another folder with `XDG_CACHE_HOME`.',
  },
  OUTPUT_NOT_WRITTEN: {
    meaning: 'The output folder cannot be written, or contains a file with the same name that cdk8s-olm did not write.',
    example: '$ cdk8s-olm render clusters/prod -o /proc/rendered',
    remedy: 'Check the path, the permissions and the free space, or choose another folder.',
  },
});

/** A code is one of these entries. */
export type ProblemCode = keyof typeof PROBLEM_GUIDE;
