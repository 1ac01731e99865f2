/** Versions that OLM installs on the way to the locked one: each runs with its own permissions, if only for a while. */
import { RBAC_KINDS } from '../../../kubernetes/rbac.js';
import { jsonText } from '../../../manifest/format.js';
import { isMapping } from '../../../manifest/plain-data.js';
import type { Bundle } from '../../../model/bundle.js';
import type { Right } from '../../../rbac/grant.js';
import type { State } from '../../../state/state.js';
import { listed, permissionTexts } from '../../../wording/phrases.js';
import { changeRule, type FindChanges, type FoundChange, ofStates } from '../change.js';

const STEP = changeRule('locked-step', 'warning', 'A version on the way asks for more', {
  meaning:
    'The lock lists versions that OLM installs on the way to the locked one (`via`). One of them asks for permissions that neither the old nor the new version has. The operator keeps them until the next step is done.',
  attack: 'A version that nobody reviews runs for a minute with more permissions.',
  fix: 'approve the change if the step is acceptable, or choose a channel whose upgrades skip it',
});

const find: FindChanges = (base, head) => {
  const before = bundlesOf(base);
  const known = new Set(
    before.flatMap(({ locked }) => [locked, ...(locked?.via ?? []).map((one) => one.locked)].map((one) => one?.fingerprint)),
  );
  return bundlesOf(head).flatMap((end) =>
    (end.locked?.via ?? []).flatMap((step): FoundChange[] => {
      if (known.has(step.locked?.fingerprint)) return [];
      const others = [end, ...before.filter(({ packageName }) => packageName === end.packageName)];
      const reviewed = others.flatMap(atomsOf);
      const more = atomsOf(step).filter((atom) => !reviewed.some((other) => covers(other, atom)));
      const objects = granting(step).filter((text) => !others.some((other) => granting(other).includes(text)));
      const asked = [
        ...permissionTexts(more.map(({ right }) => right)),
        ...step.others.filter((object) => objects.includes(jsonText(object))).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ];
      if (asked.length === 0) return [];
      return [
        {
          rule: STEP,
          severity: STEP.severity,
          subject: { kind: 'Bundle', name: step.name },
          message: `on the way to ${end.name}, OLM installs ${step.name}, which asks for more: ${listed(asked, 'permissions')}`,
          identity: [step.locked?.fingerprint ?? '', end.name],
          ...(step.source ? { place: head.placeOf({ kind: 'Bundle', name: step.name }) ?? { file: step.source.file } } : {}),
        },
      ];
    }),
  );
};

export const lockedSteps = ofStates([STEP], find);

function bundlesOf({ cluster }: State): Bundle[] {
  const all = cluster.clusterServiceVersions.flatMap(({ bundle }) => bundle ?? []);
  return [...new Map(all.map((one) => [`${one.name} ${one.locked?.fingerprint}`, one])).values()];
}

/** One verb on one resource, of one account; in the whole cluster or where the operator watches. */
interface Atom {
  readonly account: string;
  readonly isClusterWide: boolean;
  readonly right: Right & { readonly verb: string };
}

function atomsOf({ csv }: Bundle): Atom[] {
  const install = fieldsOf(fieldsOf(csv.spec).install);
  const strategy = fieldsOf(install.spec);
  return ['permissions', 'clusterPermissions'].flatMap((field) =>
    listOf(strategy[field]).flatMap((entry) =>
      listOf(fieldsOf(entry).rules).flatMap((rule): Atom[] => {
        const { apiGroups, resources, verbs, resourceNames, nonResourceURLs } = fieldsOf(rule);
        const names = textsOf(resourceNames);
        const objects: Right[] = [
          ...textsOf(apiGroups).flatMap((apiGroup) =>
            textsOf(resources).map((resource) => ({
              verbs: [],
              apiGroup,
              resource,
              ...(names.length === 0 ? {} : { resourceNames: names }),
            })),
          ),
          ...textsOf(nonResourceURLs).map((nonResourceURL) => ({ verbs: [], nonResourceURL })),
        ];
        return textsOf(verbs).flatMap((verb) =>
          objects.map((object) => ({
            account: String(fieldsOf(entry).serviceAccountName),
            isClusterWide: field === 'clusterPermissions',
            right: { ...object, verbs: [verb], verb },
          })),
        );
      }),
    ),
  );
}

function covers(a: Atom, b: Atom): boolean {
  const isIn = (one: string | undefined, other: string | undefined): boolean => one === other || one === '*';
  const [x, y] = [a.right, b.right];
  if (a.account !== b.account || (b.isClusterWide && !a.isClusterWide) || !isIn(x.verb, y.verb)) return false;
  if (x.nonResourceURL !== undefined || y.nonResourceURL !== undefined) return x.nonResourceURL === y.nonResourceURL;
  const hasNames =
    x.resourceNames === undefined || (y.resourceNames ?? [undefined]).every((name) => name && x.resourceNames?.includes(name));
  return isIn(x.apiGroup, y.apiGroup) && isIn(x.resource, y.resource) && hasNames;
}

function granting({ others }: Bundle): string[] {
  return others.filter(({ kind }) => RBAC_KINDS.has(kind)).map(jsonText);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMapping(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: unknown): string[] {
  return listOf(value).map(String);
}
