/** Inputs with a known outcome. */
import { crd, csv, group, namespace } from './build.js';
import { asking, READ_PODS } from './permissions.js';

const permissions = [{ serviceAccountName: 'operator', rules: [READ_PODS] }];

/** A group with one operator that runs. */
export const FINE = [
  namespace('operators'),
  namespace('team'),
  group('operators/etcd', { targets: ['team'] }),
  csv('operators/etcd.v1', { owns: ['Etcd.v1.example.com'], ...asking({ permissions }) }),
];

/** The same with the CRD that the operator owns, which its CSV needs. */
export const WHOLE = [...FINE, crd('Etcd.v1.example.com')];

/** A CSV that fails: its namespace has no group. */
export const FAILED = [namespace('operators'), csv('operators/etcd.v1')];

/** Nothing fails, but a target namespace is missing, which is a warning. */
export const WARNED = [namespace('operators'), group('operators/etcd', { targets: ['missing'] }), csv('operators/etcd.v1')];

/** A CSV that another one replaces, which is worth a note. */
export const NOTED = [
  namespace('operators'),
  group('operators/etcd'),
  csv('operators/etcd.v1'),
  csv('operators/etcd.v2', { spec: { replaces: 'etcd.v1' } }),
];

/** A group whose ClusterRole would take over one of Kubernetes' own: an error that is about no verdict. */
export const CLASHING = [namespace('operators'), group('operators/cluster')];
