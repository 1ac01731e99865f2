#!/usr/bin/env node
/** Starts the program `cdk8s-olm`, so that Node keeps its compiled code for the next run, where Node can. */
import module from 'node:module';

/** From Node 22.8 on. Off where NODE_DISABLE_COMPILE_CACHE is set. */
const { enableCompileCache } = module as { enableCompileCache?: () => void };
enableCompileCache?.();

// Loaded after that, to be in the cache.
import('./bin.js');
