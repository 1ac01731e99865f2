/** Objects that make a tool apply manifests from elsewhere, which no review of this input reads. */
import { stringify } from 'safe-stable-stringify';
import { groupOf } from '../kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../kubernetes/object.js';
import { fieldsOf } from '../kubernetes/pod-spec.js';
import type { State } from '../state/state.js';
import { listed } from '../words/phrases.js';
import type { RiskRule } from './rule.js';

/** The kinds, by API group. */
const KINDS: Readonly<Record<string, string>> = {
  'argoproj.io': 'Application ApplicationSet AppProject',
  'kustomize.toolkit.fluxcd.io': 'Kustomization',
  'helm.toolkit.fluxcd.io': 'HelmRelease',
  'source.toolkit.fluxcd.io': 'Bucket ExternalArtifact GitRepository HelmChart HelmRepository OCIRepository',
  'fluxcd.controlplane.io': 'FluxInstance ResourceSet ResourceSetInputProvider',
  'helm.cattle.io': 'HelmChart HelmChartConfig',
  'fleet.cattle.io': 'Bundle GitRepo HelmOp',
  'apps.open-cluster-management.io': 'Channel Subscription',
  'kappctrl.k14s.io': 'App',
  'packaging.carvel.dev': 'PackageInstall PackageRepository',
  'addons.cluster.x-k8s.io': 'ClusterResourceSet HelmChartProxy',
  'helm.crossplane.io': 'Release',
  'helm.m.crossplane.io': 'Release',
  'infra.contrib.fluxcd.io': 'Terraform',
  'configsync.gke.io': 'RepoSync RootSync',
  'package-operator.run': 'ClusterPackage Package',
  'pkg.crossplane.io': 'Configuration Function Provider',
};

/** Fields that say where manifests come from, at any depth. */
const SOURCES: ReadonlySet<string> = new Set([
  'repoURL',
  'url',
  'repo',
  'chart',
  'bucketName',
  'package',
  'pathname',
  'image',
  'chartContent',
  'sourceRepos',
]);

export const outsideSource: RiskRule = {
  id: 'outside-source',
  severity: 'error',
  title: 'A tool applies manifests that are not read',
  references: ['CWE-829: Inclusion of Functionality from Untrusted Control Sphere'],
  documentation: {
    meaning:
      'The change brings or alters an object of Argo CD, Flux, Helm or the like, which applies manifests from a repository or a chart. They are not part of the review. An error if the source is not named by any such object before the change, a warning otherwise.',
    attack: 'A new Application points at a repository of the attacker. Argo CD applies a ClusterRoleBinding from there.',
    fix: 'Review what the source holds at the revision that is named, pin the revision, and accept the object in the baseline.',
  },
  compare: ({ side: base }, { side: head }) => {
    const before = new Map(deliveriesOf(base).map((object) => [key(object), object]));
    const known = new Set([...before.values()].flatMap(sourcesOf));
    return deliveriesOf(head).flatMap((object) => {
      const old = before.get(key(object));
      if (old && content(old) === content(object)) return [];
      const subject = referenceTo(object);
      const sources = sourcesOf(object);
      const foreign = sources.filter((source) => !known.has(source));
      const told = foreign.length > 0 ? foreign : sources;
      return [
        {
          severity: foreign.length > 0 ? ('error' as const) : ('warning' as const),
          subject,
          message: `${formatReference(subject)} ${old ? 'is changed and' : 'is new and'} decides what is applied${told.length > 0 ? ` from ${listed(told)}` : ''}; what comes from there was not reviewed`,
          path: [],
          fix: 'review what the source holds at a pinned revision, and accept the object in the baseline',
          place: head.placeOf(subject, ['spec']) ?? head.placeOf(subject),
          identity: [content(object)],
        },
      ];
    });
  },
};

function deliveriesOf({ given }: State): KubernetesObject[] {
  return given.filter(({ apiVersion, kind }) => typeof apiVersion === 'string' && KINDS[groupOf(apiVersion)]?.split(' ').includes(kind));
}

/** An operation makes Argo CD apply something once, from where it says. */
function content({ spec, operation }: KubernetesObject): string {
  return stringify(operation === undefined ? (spec ?? null) : [spec, operation]);
}

function key(object: KubernetesObject): string {
  return `${groupOf(object.apiVersion)} ${formatReference(referenceTo(object))}`;
}

/** Repositories, charts and references to them, each in words. */
function sourcesOf({ metadata, spec, operation }: KubernetesObject): string[] {
  const found = new Set<string>();
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const entry of part) walk(entry);
    else
      for (const [field, value] of Object.entries(fieldsOf(part))) {
        if (SOURCES.has(field) && typeof value === 'string') found.add(value);
        else if (field === 'sourceRepos' && Array.isArray(value)) for (const entry of value) found.add(String(entry));
        else if (field === 'sourceRef' || field === 'chartRef') found.add(referenceText(fieldsOf(value), metadata.namespace));
        else walk(value);
      }
  };
  walk([spec, operation]);
  return [...found];
}

function referenceText({ kind, namespace, name }: Readonly<Record<string, unknown>>, own: string | undefined): string {
  return `${String(kind)} ${String(namespace ?? own ?? 'default')}/${String(name)}`;
}
