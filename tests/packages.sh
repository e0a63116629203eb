#!/bin/sh
# The Debian packages that the tests need, or with "linker" what the kernels of a pocket house are linked with: installed when
# they are missing and we are root, otherwise named.
missing=""
command -v wasm-ld >/dev/null 2>&1 || command -v wasm-ld-19 >/dev/null 2>&1 || missing="$missing lld-19"
if [ "$1" != linker ]; then
  command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
  command -v redis-server >/dev/null 2>&1 || missing="$missing redis-server"
  ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
  command -v strace >/dev/null 2>&1 || missing="$missing strace"
fi
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then
  echo "installing$missing"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $missing >/dev/null
else
  echo "Debian packages are missing. Please run: sudo apt-get install$missing" >&2
  exit 1
fi
