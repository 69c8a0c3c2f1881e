#!/usr/bin/env bash
# Packs a binary as .deb and .tar.gz: build.sh BINARY OUT [VERSION]. `make package` calls it with a binary of the profile `dist`.
# COMPRESSION=none is for tests, which pack large debug binaries.
set -euo pipefail
cd "$(dirname "$0")/../.."
binary=$1
out=$2
version=${3:-$(scripts/package/version.sh)}
architecture=$(dpkg --print-architecture)
# The same commit gives the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || stat -c %Y Cargo.toml)}
export SOURCE_DATE_EPOCH
umask 022

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$out"

# The C library is the only thing that a server must provide.
unexpected=$(readelf --dynamic "$binary" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | grep -vE '^(libc|libm|libgcc_s|ld-linux[-a-z0-9_]*)\.so' || true)
if [ -n "$unexpected" ]; then
  echo "$binary needs $unexpected, which a server may not have. Link it statically." >&2
  exit 1
fi
libc=$(readelf --version-info "$binary" | grep -oE 'GLIBC_[0-9.]+' | sort --unique --version-sort | tail -1)

# Documentation and examples, the same in both packages.
docs() {
  install -d "$1/examples"
  install -m 644 README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs/stormwire.example.toml "$1"
  cp -r packaging/proxy packaging/monitoring docs/examples/extract "$1/examples"
  if [ -d target/sbom ]; then
    install -d "$1/sbom"
    install -m 644 target/sbom/*.json "$1/sbom"
  fi
  chmod -R u=rwX,go=rX "$1"
}

deb() {
  local root=$stage/deb
  install -D -m 755 "$binary" "$root/usr/bin/stormwire"
  install -D -m 644 packaging/stormwire.service "$root/usr/lib/systemd/system/stormwire.service"
  install -D -m 644 packaging/stormwire.toml "$root/etc/stormwire/stormwire.toml"
  docs "$root/usr/share/doc/stormwire"
  install -m 644 packaging/debian/copyright "$root/usr/share/doc/stormwire/copyright"
  install -d "$root/DEBIAN"
  install -m 755 packaging/debian/{postinst,prerm,postrm} "$root/DEBIAN"
  echo /etc/stormwire/stormwire.toml > "$root/DEBIAN/conffiles"
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@LIBC@/${libc#GLIBC_}/" \
    -e "s/@SIZE@/$(du --summarize --block-size=1K --apparent-size "$root" | cut -f1)/" packaging/debian/control > "$root/DEBIAN/control"
  (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
  dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$root" "$out/stormwire_${version}_$architecture.deb" > /dev/null
}

tarball() {
  local name=stormwire-$version-linux-$architecture
  install -D -m 755 "$binary" "$stage/$name/bin/stormwire"
  install -m 644 packaging/stormwire.service packaging/stormwire.toml "$stage/$name"
  docs "$stage/$name/doc"
  local level=-9
  [ "${COMPRESSION:-}" = none ] && level=-1
  tar --create --directory "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$name" \
    | gzip -n "$level" > "$out/$name.tar.gz"
}

deb
tarball
(cd "$out" && sha256sum "stormwire_${version}_$architecture.deb" "stormwire-$version-linux-$architecture.tar.gz" > SHA256SUMS && cat SHA256SUMS)
