# The command line and the KRM function as an image: docker build -t cdk8s-olm .
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json rolldown.config.* ./
COPY src src
COPY imports imports
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /work
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/lib /app/lib
USER node
# Without arguments it is the KRM function, as kustomize and kpt start it.
ENTRYPOINT ["node", "/app/lib/bin.js"]
CMD ["krm"]
