#!/usr/bin/env bash
# Makes a commit on top of this one that has lib/ as well, and prints it: the tag that action.yml is used by points there, so that a
# pull request of a user builds nothing. Changes neither a branch nor the files of this folder. lib/ must have been built.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=$(node -p "require('./package.json').version")
index=$(mktemp)
trap 'rm -f "$index"' EXIT
export GIT_INDEX_FILE=$index
export GIT_AUTHOR_NAME=cdk8s-olm GIT_AUTHOR_EMAIL=cdk8s-olm@localhost GIT_COMMITTER_NAME=cdk8s-olm GIT_COMMITTER_EMAIL=cdk8s-olm@localhost
GIT_AUTHOR_DATE=$(git log -1 --format=%cI)
GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
export GIT_AUTHOR_DATE GIT_COMMITTER_DATE
git read-tree HEAD
git add --force lib
git commit-tree "$(git write-tree)" -p HEAD -m "Action of $version"
