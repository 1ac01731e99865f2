/** Random clusters for the resolver: few names, so that they meet; and everything that the rules look at. */
import fc from 'fast-check';

const PACKAGES = ['boiler', 'cup', 'kettle', 'spoon', 'tray'];
const KINDS = ['Boiler', 'Cup', 'Kettle', 'Spoon', 'Tray'];
const NAMESPACES = ['pantry', 'shop'];
const RANGES = ['>=1.0.0', '<2.0.0', '1.0.0', '>=1.1.0 <3.0.0', '1.x', '<1.1.0 || >=2.0.0', '>=3.0.0', '!1.1.0', '>=1.0.0 <=2.0.0-rc.1'];
const BAD_RANGES = [
  '^1.0',
  'latest',
  '',
  '~1.0.0',
  '>=1.0.0, <2.0.0',
  '1.0',
  '>= 1.0.0',
  '||1.0.0',
  '1.0.0 ||',
  '1.x.x',
  '>1.x',
  'v1.0.0',
  '=>1.0.0',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0-rc.1', '2.0.0', '3.0.0'];
const CEL_RULES = [
  'properties.exists(p, p.type == "olm.package" && p.value.packageName == "kettle" && semver_compare(p.value.version, "1.1.0") <= 0)',
  'properties.exists(p, p.type == "olm.gvk" && p.value.kind == "Tray")',
  'properties.all(p, p.type != "olm.label")',
];

/** A document of a cluster. */
export type Document = Readonly<Record<string, unknown>>;

type Value = Readonly<Record<string, unknown>>;

const gvk = fc.constantFrom(...KINDS).map((kind): Value => ({ group: 'tea.example.test', version: 'v1', kind }));
const range = fc.oneof({ weight: 400, arbitrary: fc.constantFrom(...RANGES) }, { weight: 1, arbitrary: fc.constantFrom(...BAD_RANGES) });
const packageName = fc.constantFrom(...PACKAGES);

const { constraint } = fc.letrec<{ constraint: Value }>((tie) => ({
  constraint: fc.oneof(
    { maxDepth: 3 },
    gvk.map((value) => ({ gvk: value })),
    fc.record({ packageName, versionRange: range }).map((value) => ({ package: value })),
    fc.constantFrom(...CEL_RULES).map((rule) => ({ failureMessage: 'said so', cel: { rule } })),
    fc
      .record({ kind: fc.constantFrom('all', 'any', 'not'), constraints: fc.array(tie('constraint'), { minLength: 1, maxLength: 2 }) })
      .map(({ kind, constraints }) => ({ [kind]: { constraints } })),
  ),
}));

const property = fc.oneof(
  { weight: 1, arbitrary: gvk.map((value) => ({ type: 'olm.gvk', value })) },
  { weight: 4, arbitrary: gvk.map((value) => ({ type: 'olm.gvk.required', value })) },
  { weight: 4, arbitrary: fc.record({ packageName, versionRange: range }).map((value) => ({ type: 'olm.package.required', value })) },
  { weight: 1, arbitrary: fc.constant({ type: 'olm.label', value: { label: 'hot' } }) },
  { weight: 1, arbitrary: fc.constant({ type: 'olm.label.required', value: { label: 'hot' } }) },
  { weight: 3, arbitrary: constraint.map((value) => ({ type: 'olm.constraint', value })) },
  { weight: 1, arbitrary: fc.constant({ type: 'olm.deprecated', value: {} }) },
  { weight: 1, arbitrary: fc.constant({ type: 'olm.maxOpenShiftVersion', value: '4.99' }) },
);
const properties = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(property, { minLength: 1, maxLength: 2, size: 'max' }) },
);

/** The API that a package mostly provides. */
function gvkOf(name: string): Value {
  return { group: 'tea.example.test', version: 'v1', kind: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` };
}

/** The documents of one package: a chain, of which each channel has a part. */
function packageDocuments(name: string, catalog: string): fc.Arbitrary<Document[]> {
  return fc
    .record({
      versions: fc.subarray(VERSIONS, { minLength: 1 }),
      perVersion: fc.array(properties, { minLength: VERSIONS.length, maxLength: VERSIONS.length }),
      channels: fc.oneof(
        { weight: 3, arbitrary: fc.constant(['stable']) },
        { weight: 2, arbitrary: fc.constantFrom(['alpha', 'stable'], ['beta', 'stable'], ['stable', 'alpha', 'beta']) },
      ),
      starts: fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }),
      edges: fc.array(fc.constantFrom('replaces', 'replaces', 'replaces', 'skips', 'skipRange', 'both'), {
        minLength: VERSIONS.length,
        maxLength: VERSIONS.length,
      }),
      provides: fc.array(fc.constantFrom(true, true, false), { minLength: VERSIONS.length, maxLength: VERSIONS.length }),
      twoHeads: fc.integer({ min: 0, max: 300 }).map((number) => number === 0),
      defaultChannel: fc.nat(2),
    })
    .map(({ versions, perVersion, channels, starts, edges, twoHeads, defaultChannel, provides }) => {
      const csv = (version: string | undefined): string => `${name}.v${version}`;
      const used = new Set<string>();
      const channelDocuments = channels.map((channel, at): Document => {
        const own = versions.slice(Math.min(starts[at] ?? 0, versions.length - 1));
        for (const version of own) used.add(version);
        const entries = own.map((version, index) => {
          const before = own[index - 1];
          if (before === undefined || (twoHeads && index === own.length - 1)) return { name: csv(version) };
          const earlier = own[index - 2];
          switch (edges[index]) {
            case 'skips':
              return { name: csv(version), skips: [csv(before)], ...(earlier === undefined ? {} : { replaces: csv(earlier) }) };
            case 'skipRange':
              return { name: csv(version), replaces: csv(before), skipRange: `<${version}` };
            case 'both':
              return { name: csv(version), replaces: csv(before), skips: [csv(before)] };
            default:
              return { name: csv(version), replaces: csv(before) };
          }
        });
        return { schema: 'olm.channel', package: name, name: channel, entries, catalog };
      });
      const bundles = [...used].map(
        (version): Document => ({
          schema: 'olm.bundle',
          package: name,
          name: csv(version),
          image: `example.test/${csv(version)}`,
          properties: [
            { type: 'olm.package', value: { packageName: name, version } },
            ...(provides[VERSIONS.indexOf(version)] ? [{ type: 'olm.gvk', value: gvkOf(name) }] : []),
            ...(perVersion[VERSIONS.indexOf(version)] ?? []),
          ],
          catalog,
        }),
      );
      const first: Document = { schema: 'olm.package', name, defaultChannel: channels[defaultChannel % channels.length], catalog };
      return [first, ...channelDocuments, ...bundles];
    });
}

function catalogDocuments(name: string, namespace: string, own: readonly string[]): fc.Arbitrary<Document[]> {
  const key = `${namespace}/${name}`;
  return fc.tuple(fc.constantFrom(0, 0, 0, 1, -5), ...own.map((one) => packageDocuments(one, key))).map(([priority, ...packages]) => [
    {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name, namespace },
      spec: { sourceType: 'grpc', image: 'example.test/catalog', ...(priority === 0 ? {} : { priority }) },
    },
    ...(packages as Document[][]).flat(),
  ]);
}

const CATALOGS = [
  ['hub', 'olm'],
  ['aaa', 'olm'],
  ['zzz', 'shop'],
] as const;

const catalogs = fc
  .tuple(
    ...CATALOGS.map(([name, namespace], index) =>
      fc
        .subarray(PACKAGES, { minLength: index === 0 ? 5 : 1, maxLength: index === 0 ? 5 : 2 })
        .chain((own) => catalogDocuments(name, namespace, own)),
    ),
    fc.constantFrom(1, 1, 1, 2, 3),
  )
  .map((parts) => (parts.slice(0, parts.at(-1) as number) as Document[][]).flat());

function csvDocument(
  namespace: string,
  name: string,
  version: string,
  own: readonly unknown[] | undefined,
  phase: string,
  replaces?: string,
): Document {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      name,
      namespace,
      ...(own ? { annotations: { 'operatorframework.io/properties': JSON.stringify({ properties: own }) } } : {}),
    },
    spec: { displayName: name, version, install: { strategy: 'deployment', spec: { deployments: [] } }, ...(replaces ? { replaces } : {}) },
    status: { phase },
  };
}

interface InstalledCsv {
  readonly document: Document;
  readonly packageName: string;
  readonly name: string;
}

const installedCsv = (namespace: string): fc.Arbitrary<InstalledCsv> =>
  fc
    .record({
      packageName,
      version: fc.constantFrom(...VERSIONS),
      own: properties,
      annotated: fc.constantFrom(true, true, true, false),
      phase: fc.constantFrom('Succeeded', 'Succeeded', 'Replacing', 'Failed'),
    })
    .map((csv) => {
      const name = `${csv.packageName}.v${csv.version}`;
      const own = [{ type: 'olm.package', value: { packageName: csv.packageName, version: csv.version } }, ...csv.own];
      return {
        packageName: csv.packageName,
        name,
        document: csvDocument(namespace, name, csv.version, csv.annotated ? own : undefined, csv.phase),
      };
    });

interface Wanted {
  readonly packageName: string;
  readonly channel: string | undefined;
  readonly catalog: readonly [string, string];
  readonly start: string | undefined;
  readonly manual: boolean;
}

function subscriptionDocument(
  namespace: string,
  name: string,
  { packageName: wanted, channel, catalog, start, manual }: Wanted,
  installed?: string,
): Document {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name, namespace },
    spec: {
      name: wanted,
      source: catalog[0],
      sourceNamespace: catalog[1],
      ...(channel === undefined ? {} : { channel }),
      ...(start === undefined ? {} : { startingCSV: `${wanted}.v${start}` }),
      ...(manual ? { installPlanApproval: 'Manual' } : {}),
    },
    ...(installed === undefined ? {} : { status: { installedCSV: installed, currentCSV: installed } }),
  };
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  packageName,
  channel: fc.constantFrom(
    ...Array.from({ length: 32 }, () => 'stable'),
    ...Array.from({ length: 8 }, () => undefined),
    'alpha',
    'alpha',
    'gone',
  ),
  catalog: fc.constantFrom(...Array.from({ length: 60 }, () => CATALOGS[0]), CATALOGS[1], CATALOGS[2], ['nowhere', 'olm'] as const),
  start: fc.constantFrom(...Array.from({ length: 60 }, () => undefined), ...VERSIONS),
  manual: fc.constantFrom(false, false, true),
});

const namespaceDocuments = (namespace: string): fc.Arbitrary<Document[]> =>
  fc
    .record({
      groups: fc.constantFrom(...Array.from({ length: 40 }, () => 1), 0, 2),
      failForward: fc.constantFrom(false, false, true),
      excludes: fc.constantFrom(...Array.from({ length: 20 }, () => false), true),
      subscriptions: fc.uniqueArray(wanted, {
        minLength: 1,
        maxLength: 4,
        selector: (one) => one.packageName + (one.start === '1.0.0' ? 'again' : ''),
      }),
      csvs: fc.oneof<fc.WeightedArbitrary<InstalledCsv[]>[]>(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: fc.uniqueArray(installedCsv(namespace), { maxLength: 3, selector: ({ name }) => name }) },
      ),
      freestanding: fc.constantFrom(false, false, false, false, false, true),
    })
    .map(({ groups, failForward, excludes, subscriptions, csvs, freestanding }) => [
      ...Array.from(
        { length: groups },
        (_, index): Document => ({
          apiVersion: 'operators.coreos.com/v1',
          kind: 'OperatorGroup',
          metadata: {
            name: `og-${index}`,
            namespace,
            ...(excludes ? { annotations: { 'olm.operatorframework.io/exclude-global-namespace-resolution': 'true' } } : {}),
          },
          spec: { targetNamespaces: [namespace], ...(failForward ? { upgradeStrategy: 'TechPreviewUnsafeFailForward' } : {}) },
        }),
      ),
      ...subscriptions.map((one, index) => {
        const installed = csvs.find((csv) => csv.packageName === one.packageName);
        return subscriptionDocument(namespace, `${one.packageName}-${index}`, one, installed?.name);
      }),
      // Those of packages that nobody asks for stay without a Subscription, or are left out.
      ...csvs
        .filter((csv) => freestanding || subscriptions.some((one) => one.packageName === csv.packageName))
        .map(({ document }) => document),
    ]);

/** A random cluster: catalogs and up to two namespaces with Subscriptions. */
export const randomCluster: fc.Arbitrary<Document[]> = fc
  // Without a bias towards small and odd values: there would hardly be a cluster that resolves.
  .noBias(
    fc.record({
      catalogs,
      shop: namespaceDocuments(NAMESPACES[1] ?? ''),
      pantry: namespaceDocuments(NAMESPACES[0] ?? ''),
      two: fc.boolean(),
    }),
  )
  .map((parts) => [...parts.catalogs, ...parts.shop, ...(parts.two ? parts.pantry : [])]);
