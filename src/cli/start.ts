#!/usr/bin/env node
/** Starts the program `cdk8s-olm`, so that Node keeps its compiled code for the next run, where Node can. */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { isToWatch, watch } from './watched.js';

// Between two collections the heap may double; by itself it quadruples, which takes half as much memory again and no less time.
setFlagsFromString('--heap-growing-percent=100');

// Less is compiled a second time, to run faster: most runs are over before that pays.
setFlagsFromString('--interrupt-budget=1000000');

/** From Node 22.8 on. Off where NODE_DISABLE_COMPILE_CACHE is set. */
const { enableCompileCache } = module as { enableCompileCache?: () => void };
enableCompileCache?.();

// Loaded after that, to be in the cache.
if (isToWatch(process)) watch();
else import('./bin.js');
