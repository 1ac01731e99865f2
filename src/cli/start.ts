#!/usr/bin/env node
/** Starts the program `cdk8s-olm`, so that Node caches the compiled code for the next run, if supported. */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { isToWatch, watch } from './watched.js';

// Lets the heap double between two collections. By default it quadruples, which takes 50 % more memory and no less time.
setFlagsFromString('--heap-growing-percent=100');

// Reduces optimizing compilation: most runs end before it pays off. Node 22 and later print an error about the flag.
if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString('--interrupt-budget=1000000');

/** Exists from Node 22.8 on. Off if NODE_DISABLE_COMPILE_CACHE is set. */
const { enableCompileCache } = module as { enableCompileCache?: () => void };
enableCompileCache?.();

// Loaded afterwards, so that the cache contains it.
if (isToWatch(process)) watch();
else import('./bin.js');
