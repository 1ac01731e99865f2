/** How the tools made of OLM's own code are run, which are written in Go. */

/** One thread with little garbage collection takes a third of the processor's time. */
export const GO_ENV: NodeJS.ProcessEnv = { ...process.env, GOGC: '800', GOMAXPROCS: '1' };
