import { describe, expect, it } from 'vitest';
import { sharedApiRoles } from '../../../src/olm/checks/csvs.js';
import { report } from '../../../src/olm/model/finding.js';
import { csv, group } from '../../support/build.js';
import { csvRef, findings, resolutionOf, warning } from '../../support/findings.js';

const groups = ['a', 'b', 'c'].map((name) => group(`${name}/group`, { targets: [name] }));
const owning = (id: string, ...ownsApiServices: string[]) => csv(id, { ownsApiServices });

describe('APIServices of several groups with one plural and version', () => {
  const message =
    'OLM creates the ClusterRoles widgets-v1-admin, -edit and -view for one.example.com and two.example.com, because the names do not contain the API group; they grant permissions on the group that OLM processes last';
  const fix = 'write ClusterRoles of your own for these APIs, or keep one API';

  it('api-roles-shared', () => {
    expect(findings(...groups, owning('a/operator', 'Widget.v1.two.example.com'), owning('b/other', 'Widget.v1.one.example.com'))).toEqual([
      warning({ id: 'api-roles-shared', subject: csvRef('a', 'operator'), message, fix, related: [csvRef('b', 'other')] }),
    ]);
  });

  it('share their roles within one CSV, too', () => {
    expect(findings(...groups, owning('a/operator', 'Widget.v1.one.example.com', 'Widget.v1.two.example.com'))).toEqual([
      warning({ id: 'api-roles-shared', subject: csvRef('a', 'operator'), message, fix }),
    ]);
  });

  it.each<[string, string, string]>([
    ['another version', 'a/operator', 'Widget.v2.two.example.com'],
    ['another plural', 'a/operator', 'Gadget.v1.two.example.com'],
    ['no operator that runs', 'lonely/operator', 'Widget.v1.two.example.com'],
  ])('share nothing with %s', (_, id, api) => {
    expect(report(sharedApiRoles, resolutionOf(...groups, owning(id, api), owning('b/other', 'Widget.v1.one.example.com')))).toEqual([]);
  });

  it('are not CRDs, whose names hold the group', () => {
    const crds = csv('a/operator', { owns: ['Widget.v1.one.example.com', 'Widget.v1.two.example.com'] });
    expect(findings(...groups, crds)).toEqual([]);
  });
});
