/** Reports changes that disable a guard without editing it: marks on the guard, its server, and what applies it. */

import { groupOf, OLM_GROUP } from '../../../base/kubernetes/kinds.js';
import { formatReference, type KubernetesObject, referenceTo } from '../../../base/kubernetes/object.js';
import { type Fields, fieldsOf, listOf } from '../../../base/kubernetes/pod-spec.js';
import { isIn } from '../../../base/manifest/field-changes.js';
import { walk } from '../../../base/manifest/field-path.js';
import { sortedText } from '../../../base/manifest/plain-data.js';
import { SOURCE_GROUP } from '../../../base/tools/flux.js';
import type { MarkEffect } from '../../../base/tools/tool.js';
import { listed } from '../../../base/wording/phrases.js';
import { withoutVersion } from '../../../olm/model/csv-version.js';
import type { Severity } from '../../../olm/model/finding.js';
import { changedObjects, type ObjectPair, objectsOf } from '../../state/objects.js';
import type { State } from '../../state/state.js';
import { riskRule, type Told } from '../risk-rule.js';
import type { Discovery } from '../rule.js';
import { withTemplatesFilled } from './filled-templates.js';
import { freezes, isOfGitOps } from './frozen-delivery.js';
import { changesByName } from './guard-by-name.js';
import { GUARD_PROGRAMS } from './guard-names.js';
import { serverChanges } from './guard-server.js';
import { isDelivery } from './kind-effects.js';
import { marksWith, type PlacedMark } from './marks.js';
import { emptySchedule } from './pods/schedules.js';
import { longWaits } from './pods/waits.js';
import { settingOf } from './settings/setting-of.js';
import { askedServices, hasLabels, isOff, podLabels, serversOf, serviceOf, WEBHOOK_KINDS } from './webhook-servers.js';

export const guardUndone = riskRule('guard-undone', 'error', 'A policy, webhook or other guard no longer works', {
  class: 'cluster',
  effect: 'more',
  references: ['CIS Kubernetes 5.2.1', 'CWE-693: Protection Mechanism Failure'],
  meaning:
    'An admission policy, webhook configuration, NetworkPolicy or similar guard stays, but no longer works. Causes: tools skip or remove it (`local-config`, hooks, owner references, sync options); the Service or workload of a webhook is removed, scaled to zero, redirected, run differently (other than a new image version), joined by others, or stopped by a quota, autoscaler or Lease; the object that applies it, its Namespace, its CSV or its element of an ApplicationSet is removed; or an object of Flux or Argo CD is suspended, no longer waits for its dependencies, or has an interval of years. A CronJob whose schedule has no day, such as the 31st of February, and a workload whose probes or times let its Pods be ready only after days count, too. A policy engine that another unit or repository installs is known by the names of its namespace, account and workloads. It is a warning for such an engine, for guards that only limit others, such as a NetworkPolicy, or if the applied objects are not known. An Application, Kustomization of Flux or HelmRelease that goes, and that by its name and paths applied one program that is no guard, brings nothing.',
  attack: 'The policy engine gets `replicas: 0`. Its webhook has the failure policy Ignore, so everything is admitted.',
  fix: 'Revert the change, or accept it in the baseline if the guard is meant to be removed.',
  pair: ({ before, after }) => (before ? marked(before, after) : []),
  compare: (before, after) => {
    const [base, head] = [before.state, after.state];
    const [served, byName] = [serverChanges(before, after), changesByName(base, head)];
    const guards = new Set([...served, ...byName].map(({ object }) => object));
    return [
      ...unserved(base, head),
      ...served.map(({ object, ...told }) => discovery(object, told)),
      ...byName.map(({ object, ...told }) =>
        discovery(object, { ...told, place: head.placeOf(referenceTo(object)) ?? base.placeOf(referenceTo(object)) }),
      ),
      ...changedObjects(base, head).flatMap((pair) => (guards.has(pair.after) ? [] : waited(pair))),
      ...undelivered(base, head),
      ...changedObjects(base, head).flatMap(lostElements),
      ...changedObjects(base, head).flatMap(frozen(head)),
    ];
  },
});

function discovery(object: KubernetesObject, told: Pick<Discovery, 'severity' | 'says' | 'identity' | 'place' | 'effect'>): Discovery {
  return { subject: referenceTo(object), fix: FIX, ...told };
}

const FIX = 'take it back, or accept it in the baseline if it is meant';

/** The severity of a disabled guard: an error if it refuses requests, less if it only limits others. */
export function weightOf(object: KubernetesObject): Severity | undefined {
  if (WEBHOOK_KINDS.has(object.kind)) return 'error';
  return settingOf(object)?.gone;
}

/** The effects of marks on a guard. */
const MARKED: readonly (readonly [effects: readonly MarkEffect[], says: string])[] = [
  [['left-alone', 'unknown'], 'by which it is not applied, or removed again'],
  [['otherwise'], 'by which it is removed and made again, or not applied as it is written'],
];

function marked(old: KubernetesObject, object: KubernetesObject): Told[] {
  const weight = weightOf(object);
  // The garbage collector removes any object whose owner is gone.
  const severity = weight ?? 'warning';
  return MARKED.flatMap(([effects, by]) => {
    const known = new Set(guardMarks(effects, old).map(({ text }) => text));
    const marks = guardMarks(effects, object).filter(
      ({ text, at }) => !known.has(text) && (weight !== undefined || OWNED.has(String(at[1]))),
    );
    const texts = marks.map(({ text }) => text);
    return marks.length === 0
      ? []
      : [{ severity, says: `has ${listed(texts)}, ${by}`, fix: FIX, identity: texts, claims: marks.map(({ at }) => at) }];
  });
}

/** Fields by which the garbage collector removes an object. */
const OWNED: ReadonlySet<string> = new Set(['ownerReferences', 'deletionTimestamp']);

function guardMarks(effects: readonly MarkEffect[], object: KubernetesObject): Pick<PlacedMark, 'text' | 'at'>[] {
  const marks = marksWith(effects, object);
  if (!effects.includes('left-alone')) return marks;
  const { ownerReferences, deletionTimestamp } = object.metadata as Fields;
  return [
    ...marks,
    ...listOf(ownerReferences).map(({ kind, name }, index) => ({
      text: `ownerReferences to ${String(kind)} ${String(name)}`,
      at: ['metadata', 'ownerReferences', index],
    })),
    ...(deletionTimestamp === undefined ? [] : [{ text: 'deletionTimestamp', at: ['metadata', 'deletionTimestamp'] }]),
  ];
}

/** The servers of existing webhooks and APIs that no longer answer. */
function unserved(base: State, head: State): Discovery[] {
  const staying = new Set(askedServices(head).map(({ text }) => text));
  const asked = askedServices(base).filter(({ text }) => staying.has(text));
  return asked.flatMap(({ service, text, severity }) => {
    const [was, is] = [serviceOf(base, service), serviceOf(head, service)];
    if (!was) return [];
    const tell: Tell = (object, what) => discovery(object, { severity, says: `${what}, and serves ${text}`, identity: [what, text] });
    const [place] = service.split('/');
    const isPlace = ({ kind, metadata: { name } }: KubernetesObject): boolean => kind === 'Namespace' && name === place;
    const left = base.given.find(isPlace);
    if (left && !head.given.some(isPlace))
      return [{ ...tell(left, 'is gone, and all that is in it'), place: base.placeOf(referenceTo(left)) }];
    if (!is) return [tell(was, 'is gone')];
    const served = serversOf(base, was);
    const now = new Map(serversOf(head, is).map((object) => [formatReference(referenceTo(object)), object]));
    const lost = served
      .filter((object) => !isOff(object))
      .flatMap((object) => {
        const later = now.get(formatReference(referenceTo(object)));
        if (!later)
          return [{ ...tell(object, 'is gone, or is not behind its Service any more'), place: base.placeOf(referenceTo(object)) }];
        return isOff(later) ? [tell(later, 'has 0 replicas')] : [];
      });
    return [...lost, ...cutOff(base, head, [...now.values()], tell)];
  });
}

type Tell = (object: KubernetesObject, what: string) => Discovery;

/** A new NetworkPolicy for the Pods of a server may block the API server. */
function cutOff(base: State, head: State, servers: readonly KubernetesObject[], tell: Tell): Discovery[] {
  return changedObjects(base, head).flatMap(({ before: old, after: policy }) => {
    if (policy.kind !== 'NetworkPolicy') return [];
    if (old && sortedText(old.spec) === sortedText(policy.spec)) return [];
    const wanted = Object.entries(fieldsOf(fieldsOf(fieldsOf(policy.spec).podSelector).matchLabels));
    const hit = servers.find((server) => server.metadata.namespace === policy.metadata.namespace && hasLabels(podLabels(server), wanted));
    return hit ? [tell(policy, `decides who reaches ${formatReference(referenceTo(hit))}`)] : [];
  });
}

/** A workload whose Pods are never ready, or never replaced: objects that Argo CD or Flux apply after it wait for it. */
function waited({ before, after: object }: ObjectPair): Discovery[] {
  if (!before) return [];
  const empty = emptySchedule(before, object);
  if (empty)
    return [
      {
        ...discovery(object, {
          severity: 'warning',
          says: `has the schedule ${JSON.stringify(empty.schedule)}, which has ${empty.days}, so that it ${empty.days === 'no day' ? 'no longer runs' : 'hardly runs'}`,
          identity: [empty.schedule],
        }),
        at: ['spec', 'schedule'],
        claims: [['spec', 'schedule']],
        effect: 'none' as const,
      },
    ];
  return longWaits(before, object)
    .filter(({ isForever }) => isForever)
    .map(({ says, at }) => ({
      ...discovery(object, {
        severity: 'warning',
        says: `${says}; whatever Argo CD or Flux apply after it waits for that`,
        identity: [says],
      }),
      at,
      effect: 'none' as const,
    }));
}

/** Objects of Flux and Argo CD that no longer apply, or restore, the objects that they name. */
function frozen(head: State): (pair: ObjectPair) => Discovery[] {
  return (pair) => {
    const { after: object } = pair;
    if (!pair.before || !isDelivery(object) || !isOfGitOps(object)) return [];
    return freezes(pair, head).map(({ says, at }) => ({
      ...discovery(object, { severity: 'warning', says, identity: [says] }),
      at,
      claims: [at],
    }));
  };
}

/** Removed objects that applied manifests: their content is deleted, or no longer restored. */
function undelivered(base: State, head: State): Discovery[] {
  const { twinOf } = objectsOf(head);
  const operators = new Set(head.given.filter(isCsv).map(operatorOf));
  return base.given.flatMap((object) => {
    if (twinOf(object)) return [];
    const tell = (severity: Severity, says: string): Discovery[] => [discovery(object, { severity, says, identity: ['gone'] })];
    const isNamed = GUARD_PROGRAMS.test(object.metadata.name);
    const refuses = ': by its name, what refuses requests';
    if (isCsv(object))
      return isNamed && !operators.has(operatorOf(object)) ? tell('error', `is gone, and its operator with it${refuses}`) : [];
    if (object.kind === 'Namespace') return isNamed ? tell('warning', `is gone, and all that is in it${refuses}`) : [];
    if (!isDelivery(object)) return [];
    // Argo CD refuses an Application whose project is gone, but makes its default project anew, and leaves out a global one.
    if (object.kind === 'AppProject') {
      const isOwn = object.metadata.name !== 'default';
      return tell('warning', 'is gone, and limits no more what its Applications apply').map((one) =>
        isOwn ? { ...one, effect: 'unknown' as const } : one,
      );
    }
    // A source applies nothing by itself.
    if (groupOf(object.apiVersion) === SOURCE_GROUP && ![base, head].some((state) => isNamedBy(state, object)))
      return tell('info', 'is gone, and nothing here names it').map((one) => ({ ...one, effect: 'none' as const }));
    const isGuard = appliesGuard(object);
    // What it applied was read, or is one program by its names; anything else could have been a guard.
    const isKnown =
      base.goneHere?.has(object) === true ||
      base.appliedHere?.has(object) === true ||
      base.ownSources?.get(object)?.missing.length === 0 ||
      appliesProgram(object);
    const gone = 'is gone, and what it applied goes with it, or is not kept any more';
    // What leaves the repository with it is told by itself; a guard that stays there is not kept any more.
    const guards = guardsAmong(base.goneHere?.get(object)?.left ?? []);
    if (!isGuard && guards.length > 0) {
      const refused = guards.filter((one) => weightOf(one) === 'error');
      const names = (refused.length > 0 ? refused : guards).map((one) => formatReference(referenceTo(one)));
      const found = tell(refused.length > 0 ? 'error' : 'warning', `${gone}, ${listed([...new Set(names)])} among it`);
      return refused.length > 0 ? found : found.map((one) => ({ ...one, effect: 'unknown' as const }));
    }
    return isGuard
      ? tell('error', `${gone}${refuses}`)
      : tell('warning', gone).map((one) => ({ ...one, effect: isKnown ? ('none' as const) : ('unknown' as const) }));
  });
}

/** The guards among objects that go together, without those of a namespace that goes with them: nothing is left to limit there. */
function guardsAmong(objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const gone = new Set(
    objects.flatMap(({ kind, apiVersion, metadata: { name } }) => (kind === 'Namespace' && apiVersion === 'v1' ? [name] : [])),
  );
  return objects.filter((one) => weightOf(one) !== undefined && !gone.has(one.metadata.namespace ?? ''));
}

/** Whether an object of a state names a source of Flux, in whatever field and namespace. */
function isNamedBy({ given }: State, { metadata: { name } }: KubernetesObject): boolean {
  return given.some((object) => isDelivery(object) && sortedText(object.spec ?? null).includes(JSON.stringify(name)));
}

/** An ApplicationSet that no longer makes an Application of a guard: as if the Application were removed. */
function lostElements({ before, after }: ObjectPair): Discovery[] {
  if (before?.kind !== 'ApplicationSet' || !isDelivery(after)) return [];
  // A word of the template itself, such as its project, is in each Application.
  const ofAll = new Set(guardWords(fieldsOf(before.spec).template));
  const [was, is] = [before, after].map((set) =>
    withTemplatesFilled(set)?.made.map((made) => guardWords(made).filter((word) => !ofAll.has(word))),
  );
  if (!was || !is) return [];
  const kept = new Set(is.flat());
  const lost = [...new Set(was.filter((words) => words.length > 0 && !words.some((word) => kept.has(word))).map(([first = '']) => first))];
  if (lost.length === 0) return [];
  const says = `no longer makes the Application of ${listed(lost)}: what it applied goes with it, by its name, what refuses requests`;
  return [
    { ...discovery(after, { severity: 'error', says, identity: lost }), at: ['spec', 'generators'], claims: [['spec', 'generators']] },
  ];
}

/** The values of a filled template by which it applies a guard. */
function guardWords(made: unknown): readonly string[] {
  const found = new Set<string>();
  walk(made, (value) => {
    if (typeof value === 'string' && GUARD_PROGRAMS.test(value)) found.add(value);
    return false;
  });
  return [...found];
}

/** Words in names of folders that can hold anything: of a whole cluster or stage, what is common to all, and what can limit others. */
const OF_MANY: ReadonlySet<string> = new Set(
  (
    'acs addons admin all app apps argo argocd auth base bootstrap calico cert cilium cluster clusters common compliance config configs ' +
    'configuration connaisseur core cosign crowdsec default deny denyall dev development egress env environment environments firewall ' +
    'gitops global guard hardening hub infra infrastructure ingress legacy limit limitrange limitranges limits live main management ' +
    'manifests new old ' +
    'namespace namespaces netpol network networking networks oauth oauth2 operators overlays platform pod policy pre preprod prod ' +
    'production project projects proxy psa psp pss qa quota quotas ratify rbac region rhacs root sandbox scc setup shared sigstore site ' +
    'sites stackrox stage staging system team tenant tenants test uat waf webhook webhooks'
  ).split(' '),
);

/** Whether a step of a path can be the name of one program. */
function isOfOne(step: string): boolean {
  return (
    /[a-z]{3}/i.test(step) &&
    !step
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .some((word) => OF_MANY.has(word) || /^v?\d/.test(word))
  );
}

/**
 * Whether a delivery, by its name and by each of its paths or charts, applies one program. Whoever removes it did not choose these names.
 */
function appliesProgram({ kind, metadata: { name }, spec }: KubernetesObject): boolean {
  const { source, sources, path, chart } = fieldsOf(spec);
  const all = [source, ...listOf(sources), { path, chart: fieldsOf(fieldsOf(chart).spec).chart }].map(fieldsOf);
  const named = all.map((each) => each.chart ?? each.path).filter((each) => each !== undefined);
  // An overlay has the name of a cluster at its end, and that of a program before.
  const isProgram = (from: unknown): boolean =>
    typeof from === 'string' && from.split('/').some((step) => name.includes(step) && isOfOne(step));
  return kind !== 'ApplicationSet' && named.length > 0 && named.every(isProgram);
}

/** Whether an object, by its name or content, makes a tool apply guards. */
export function appliesGuard({ metadata: { name }, spec }: KubernetesObject): boolean {
  // Only values count, because every Application has a field syncPolicy.
  return GUARD_PROGRAMS.test(name) || isIn(spec, (value) => typeof value === 'string' && GUARD_PROGRAMS.test(value));
}

function isCsv({ kind, apiVersion }: KubernetesObject): boolean {
  return kind === 'ClusterServiceVersion' && groupOf(apiVersion) === OLM_GROUP;
}

/** The operator of a CSV, in any version. */
function operatorOf({ metadata: { name } }: KubernetesObject): string {
  return withoutVersion(name);
}
