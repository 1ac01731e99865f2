/**
 * Reports the changes of an upgraded operator that other rules do not report. The new CSV has another name than the old one, so the
 * comparison of objects does not pair the two CSVs.
 */
import { formatReference } from '../../../../base/kubernetes/object.js';
import { type Fields, fieldsOf } from '../../../../base/kubernetes/pod-spec.js';
import { type FieldPath, formatFieldPath, valueAt } from '../../../../base/manifest/field-path.js';
import type { DifferingField } from '../../../../olm/model/claim.js';
import { csvReference } from '../../../../olm/model/finding.js';
import { csvPairs } from '../../../state/csv-pairs.js';
import type { Workload } from '../../../state/workloads.js';
import { type FindChanges, ofStates } from '../change.js';
import { workloadPairs } from '../pods/workload-pairs.js';
import { differingFields, inShort } from './differing-fields.js';
import { differsText, FIELDS_NOT_REVIEWED } from './not-reviewed.js';

/** Returns one change for each CSV that differs, and one for each of its Deployments that differs. */
export const upgradedOperators = ofStates([FIELDS_NOT_REVIEWED], (base, head) => [
  ...upgradedCsvs(base, head),
  ...upgradedWorkloads(base, head),
]);

/** The compared fields. The other fields describe the operator, differ in every upgrade, or change objects that OLM creates. */
const FIELDS: readonly FieldPath[] = [
  ...['apiservicedefinitions', 'cleanup', 'installModes', 'minKubeVersion', 'nativeAPIs', 'webhookdefinitions'].map((field) => [
    'spec',
    field,
  ]),
  ['spec', 'customresourcedefinitions', 'required'],
  ['metadata', 'annotations', 'olm.properties'],
];

const upgradedCsvs: FindChanges = (base, head) =>
  csvPairs(base, head).flatMap(({ before, after }) => {
    if (!before || !after || before.csv.name === after.csv.name) return [];
    const fields = FIELDS.flatMap((at) => differingFields(valueAt(before.csv.manifest, at), valueAt(after.csv.manifest, at), at));
    if (fields.length === 0) return [];
    const subject = csvReference(after.csv);
    const differs = { fields };
    const place = head.placeOf(subject, fields[0]?.at) ?? head.placeOf(subject);
    return [
      {
        rule: FIELDS_NOT_REVIEWED,
        severity: 'info' as const,
        subject,
        message: differsText(differs),
        differs,
        place,
        identity: identityOf(fields),
      },
    ];
  });

const upgradedWorkloads: FindChanges = (base, head) =>
  workloadPairs(base, head).flatMap(({ before, after }) => {
    if (!before?.csv || !after?.csv || before.source.name === after.source.name) return [];
    const fields = inShort([...differingFields(before.pod.fields, after.pod.fields, after.pod.at, ''), ...aroundPod(before, after)]);
    if (fields.length === 0) return [];
    const differs = { fields, of: formatReference(after.reference) };
    return [
      {
        rule: FIELDS_NOT_REVIEWED,
        severity: 'info' as const,
        subject: after.source,
        object: after.reference,
        identity: [formatReference(after.reference), ...identityOf(fields)],
        message: differsText(differs),
        differs,
        place: head.placeOf(after.source, fields[0]?.at) ?? head.placeOf(after.source, after.pod.at),
      },
    ];
  });

function identityOf(fields: readonly DifferingField[]): string[] {
  return fields.map(({ at, text }) => `${formatFieldPath(at)} ${text}`);
}

/** The differing fields of a Deployment, outside of its Pod. */
function aroundPod(before: Workload, after: Workload): DifferingField[] {
  const [was, is] = [before, after].map(({ csv, pod }) => withoutPod(valueAt(csv?.csv.manifest, pod.at.slice(0, ENTRY))));
  return differingFields(was, is, after.pod.at.slice(0, ENTRY), '');
}

/** The length of the path `spec.install.spec.deployments[0]`. */
const ENTRY = 5;

function withoutPod(entry: unknown): unknown {
  const { spec, ...rest } = fieldsOf(entry);
  const { template, ...others } = fieldsOf(spec);
  const { spec: _, ...around }: Fields = fieldsOf(template);
  return { ...rest, spec: { ...others, template: around } };
}
