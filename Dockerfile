# The command with all that it starts, as an image: npm ci && npm run build && docker build -t cdk8s-olm .
# What is in it for each platform comes from BASE; lib/ is the same for all. CONTRIBUTING.md has a reproducible build.
ARG BASE=debian:trixie-slim

# Programs that Debian does not have, such as helm: docker build --build-context programs=FOLDER
FROM scratch AS programs
# Of a stage without a step, buildah leaves a container behind.
WORKDIR /

FROM ${BASE}

# git reads git: inputs; kubectl builds kustomizations and reads clusters. Perl's modules are there only for git's own scripts.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends ca-certificates git kubectl nodejs \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/log/* /var/cache/ldconfig/* \
  # A pipeline checks out as another user than this one. What git would run for a repository, no command here asks it for.
  && git config --system safe.directory '*' \
  && ln -s /app/lib/bin.js /usr/local/bin/cdk8s-olm \
  && ln -s /app/lib/bin.js /usr/local/bin/kubectl-olm

COPY --from=programs / /usr/local/bin/
COPY LICENSE /app/
COPY lib /app/lib

# No name, so that any other number works as well.
USER 65532:65532
WORKDIR /work
# Without arguments it is the KRM function, as kustomize and kpt start it.
ENTRYPOINT ["cdk8s-olm"]
CMD ["krm"]
