/** Metacontroller (https://metacontroller.github.io/metacontroller). */
import { clusterScoped } from './row.js';
import { keeps } from './setting.js';
import type { Tool } from './tool.js';

export const METACONTROLLER: Tool = {
  name: 'Metacontroller',
  rows: clusterScoped(
    'metacontroller.k8s.io',
    'CompositeController DecoratorController',
    keeps('error', 'which server returns the objects that are applied'),
  ),
};
