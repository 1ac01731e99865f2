import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../../src/base/kubernetes/object.js';
import { evaluateFiles } from '../../../src/olm/evaluate/evaluate-files.js';
import { withStandingApiServices } from '../../../src/olm/rules/standing.js';
import { clusterOf, csv, group, namespace } from '../../support/build.js';

type Facts = { readonly phase?: string; readonly dumped?: boolean };
const serving = (name: string, deployment: string, { phase, dumped = true }: Facts): KubernetesObject => {
  const made = csv(`op/${name}`) as unknown as { spec: object } & KubernetesObject;
  const owned = [{ name: 'hats', group: 'example.com', version: 'v1', kind: 'Hat', deploymentName: deployment }];
  const deployments = [{ name: deployment, spec: { selector: {}, template: { metadata: {}, spec: {} } } }];
  return {
    ...made,
    metadata: { ...made.metadata, ...(dumped ? { resourceVersion: '1' } : {}) },
    spec: { ...made.spec, apiservicedefinitions: { owned }, install: { strategy: 'deployment', spec: { deployments } } },
    ...(phase === undefined ? {} : { status: { phase } }),
  };
};
const stored = (object: KubernetesObject): KubernetesObject => ({ ...object, metadata: { ...object.metadata, resourceVersion: '1' } });
const clusterWith = (a: Facts, b: Facts) =>
  clusterOf(stored(namespace('op')), stored(group('op/og')), serving('a', 'one', a), serving('b', 'two', b));
const verdicts = (a: Facts, b: Facts) =>
  evaluateFiles(clusterWith(a, b)).resolution.csvs.map(({ verdict: { phase }, certainty }) => `${phase} ${certainty}`);

// apiServiceOwnerConflicts of OLM's olm/apiservices.go: the APIService of a CSV that runs is adopted by nobody else.
describe('two owners of an APIService', () => {
  it.each<[string, Facts, Facts, string[]]>([
    ['the first runs', { phase: 'Succeeded' }, {}, ['Succeeded certain', 'Failed certain']],
    ['the second runs', {}, { phase: 'Succeeded' }, ['Failed certain', 'Succeeded certain']],
  ])('in a dump where %s', (_, a, b, expected) => {
    expect(verdicts(a, b)).toEqual(expected);
  });

  it('are uncertain in a dump where none runs', () => {
    expect(verdicts({}, {}).every((text) => text.endsWith('ambiguous'))).toBe(true);
  });

  it('are uncertain in files, whose status is what somebody wrote', () => {
    expect(verdicts({ phase: 'Succeeded', dumped: false }, { dumped: false }).every((text) => text.endsWith('ambiguous'))).toBe(true);
  });
});

it('adds no APIService where some were dumped', () => {
  const given = { ...clusterWith({ phase: 'Succeeded' }, {}), apiServices: [{ name: 'v1.other', labels: {} }] };
  expect(withStandingApiServices(given)).toBe(given);
  expect(withStandingApiServices({ ...given, apiServices: [] }).apiServices.map(({ name }) => name)).toEqual(['v1.example.com']);
});

describe('rivals over a CRD in a dump', () => {
  const owning = (id: string, phase: string | undefined, reason = ''): KubernetesObject => {
    const made = stored(csv(id, { owns: ['Hat.v1.example.com'] }));
    return { ...made, ...(phase === undefined ? {} : { status: { phase, reason } }) };
  };
  const ended = (...csvs: KubernetesObject[]): string[] => {
    const groups = ['a', 'b'].flatMap((name) => [stored(namespace(name)), stored(group(`${name}/og`))]);
    const { csvs: resolved } = evaluateFiles(clusterOf(...groups, ...csvs)).resolution;
    return resolved.map(({ csv: { name }, verdict: { phase }, certainty }) => `${name} ${phase} ${certainty}`);
  };

  // The later one by name loses where nothing stands; who runs in the dump wins whatever its name.
  it.each(['a', 'b'])('leave the one that runs: %s', (winner) => {
    const [first, second] = ['a', 'b'].map((name) =>
      name === winner ? owning(`${name}/${name}`, 'Succeeded') : owning(`${name}/${name}`, 'Failed', 'InterOperatorGroupOwnerConflict'),
    );
    const expected = ['a', 'b'].map((name) => `${name} ${name === winner ? 'Succeeded' : 'Failed'} certain`);
    expect(ended(first as KubernetesObject, second as KubernetesObject)).toEqual(expected);
  });

  it.each(['a', 'b'])('leave the one that runs where the other one has no phase yet: %s', (winner) => {
    const both = ['a', 'b'].map((name) => owning(`${name}/${name}`, name === winner ? 'Succeeded' : undefined));
    expect(ended(...both)).toEqual(['a', 'b'].map((name) => `${name} ${name === winner ? 'Succeeded' : 'Failed'} certain`));
  });

  it('are uncertain where none has a phase', () => {
    expect(ended(owning('a/a', undefined), owning('b/b', undefined)).every((text) => text.endsWith('ambiguous'))).toBe(true);
  });
});

describe('a chain of replacements in a dump', () => {
  const version = (number: number, phase?: string): KubernetesObject => {
    const made = stored(
      csv(`op/own.v${number}`, { deployments: ['own'], ...(number > 1 ? { spec: { replaces: `own.v${number - 1}` } } : {}) }),
    );
    const reason = phase === 'Failed' ? 'InstallCheckFailed' : 'BeingReplaced';
    return phase === undefined ? made : { ...made, status: { phase, reason } };
  };
  const ended = (upgradeStrategy: string, ...phases: (string | undefined)[]): Record<string, string> => {
    const made = stored(group('op/og')) as KubernetesObject & { spec: object };
    const own = { ...made, spec: { ...made.spec, upgradeStrategy } };
    const csvs = phases.map((phase, index) => version(index + 1, phase));
    const { resolution } = evaluateFiles(clusterOf(stored(namespace('op')), own, ...csvs));
    return Object.fromEntries([
      ...resolution.csvs.map(({ csv: { name }, verdict: { phase }, certainty }) => [name, `${phase} ${certainty}`]),
      ...resolution.replaced.map(({ csv: { name }, certainty }) => [name, `gone ${certainty}`]),
    ]);
  };
  const FORWARD = 'TechPreviewUnsafeFailForward';

  it.each<[string, string, (string | undefined)[], string[]]>([
    [
      'goes on over failed ones where the group fails forward',
      FORWARD,
      ['Failed', 'Failed', undefined],
      ['gone certain', 'gone certain', 'Succeeded certain'],
    ],
    [
      'stops at a failed one in any other group',
      'Default',
      ['Replacing', 'Failed', undefined],
      ['Replacing certain', 'Failed certain', 'Pending certain'],
    ],
    [
      'keeps those before a failed end',
      FORWARD,
      ['Replacing', 'Replacing', 'Failed'],
      ['Replacing certain', 'Replacing certain', 'Failed certain'],
    ],
    ['goes on from one that runs', 'Default', ['Succeeded', undefined], ['gone certain', 'Succeeded certain']],
  ])('%s', (_, strategy, phases, expected) => {
    expect(ended(strategy, ...phases)).toEqual(Object.fromEntries(expected.map((text, index) => [`own.v${index + 1}`, text])));
  });
});

// Whatever reason a dump gives: a CSV that OLM has failed is an error, alone, beside a rival and as an upgrade.
describe('a failed CSV of a dump is an error', () => {
  const REASONS = [
    'InstallCheckFailed',
    'InstallComponentFailed',
    'InstallComponentFailedNoRetry',
    'InterOperatorGroupOwnerConflict',
    'NeedsReinstall',
    'OwnerConflict',
    'UnsupportedOperatorGroup',
    'ComponentUnhealthy',
    'Anything',
    '',
  ];
  const owning = (name: string, phase: string, reason: string, replaces?: string): KubernetesObject => ({
    ...stored(csv(`op/${name}`, { owns: ['Hat.v1.example.com'], deployments: ['hat'], ...(replaces ? { spec: { replaces } } : {}) })),
    status: { phase, reason },
  });
  const errors = (...csvs: KubernetesObject[]): string[] => {
    const { findings } = evaluateFiles(clusterOf(stored(namespace('op')), stored(group('op/og')), ...csvs));
    return findings.flatMap(({ severity, subject: { name } }) => (severity === 'error' ? [name] : []));
  };

  it.each(REASONS)('%s', (reason) => {
    expect(errors(owning('a', 'Failed', reason))).toContain('a');
    expect(errors(owning('a', 'Failed', reason), owning('b', 'Succeeded', ''))).toContain('a');
    for (const before of ['Succeeded', 'Replacing', 'Installing', 'InstallReady', 'Pending'])
      expect(errors(owning('a', before, ''), owning('b', 'Failed', reason, 'a')), before).toContain('b');
  });

  it('and so is each CSV of a circle, which waits for ever', () => {
    expect(new Set(errors(owning('a', 'Succeeded', '', 'b'), owning('b', 'Succeeded', '', 'a')))).toEqual(new Set(['a', 'b']));
  });
});

// crdOwnerConflictErr is asked in phase Pending alone.
it('reports the owners of one CRD that run side by side in a dump', () => {
  const hat = (name: string, replaces?: string): KubernetesObject => ({
    ...stored(csv(`op/${name}`, { owns: ['Hat.v1.example.com'], ...(replaces ? { spec: { replaces } } : {}) })),
    status: { phase: 'Succeeded' },
  });
  const shared = (...csvs: KubernetesObject[]): string[] => {
    const { findings } = evaluateFiles(clusterOf(stored(namespace('op')), stored(group('op/og')), ...csvs));
    return findings.flatMap(({ id, severity, subject: { name } }) => (id === 'owner-conflict' ? [`${severity} ${name}`] : []));
  };
  expect(shared(hat('a'), hat('b')).toSorted()).toEqual(['warning a', 'warning b']);
  expect(shared(hat('a'))).toEqual([]);
  expect(shared(hat('a'), hat('b', 'a'))).toEqual([]);
});
