/** Modules of Node that only commands with a network or a disk use: importing them is fine, using them is not. */
module.exports = new Proxy(
  {},
  {
    get: (_, name) =>
      function absent() {
        throw new Error(`A page has no ${String(name)}`);
      },
  },
);
