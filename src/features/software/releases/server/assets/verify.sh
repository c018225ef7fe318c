#!/bin/sh
# Verifies a release offline: that it was signed by the vendor for this account, and that the files are the signed ones.
#
#   sh headend-verify.sh [--root FINGERPRINT] [--without-images] [--receipt FILE [--deployment NAME] [--sign KEY]] KEYS ACCOUNT [DIRECTORY]
#
# Use a copy that you fetched from the portal (https://<portal>/.well-known/headend-verify.sh) and kept: a script that came
# together with the files can say whatever it likes.
#
# KEYS       the vendor's public keys (https://<portal>/.well-known/headend-keys.pem), fetched by you and kept by you:
#            a key that came together with the files proves nothing
# --root     KEYS is the list of keys that the vendor's offline root signed (https://<portal>/.well-known/headend-keys.list).
#            FINGERPRINT is that of the root, which you got over another channel. With it you may fetch KEYS together with
#            the files. The newest version that was seen is kept beside it, in KEYS.version: older lists are rejected
# --without-images  the images of the release are not in the folder: you pull them by their signed digests
# ACCOUNT    the name of your account, as it stands in the address of the portal
# --receipt  write a receipt for the vendor when the release is verified: what, when and, with --deployment, where it runs.
#            --sign signs it with your own key (openssl genpkey -algorithm ed25519 -out receipt.key), whose public half is
#            registered in the portal. Send the file under Software > Verification
# DIRECTORY  where the verification kit was unpacked and the files of the release lie, and nothing else; "." unless given
#
# Needs openssl (1.1.1 or newer), sha256sum and a POSIX shell. Answers 0 and "verified", or 1 and what is wrong.
set -u
LC_ALL=C
export LC_ALL
fail() { echo "NOT VERIFIED: $*" >&2; exit 1; }

root= receipt= deployment= sign= without=
absolute() { case $1 in /*) echo "$1" ;; *) echo "$(pwd)/$1" ;; esac; }
while :; do
  case ${1:-} in
    --without-images) without=yes; shift; continue ;;
    --root) root=${2:-} ;;
    --receipt) receipt=$(absolute "${2:-}") ;;
    --deployment) deployment=${2:-} ;;
    --sign) sign=$(absolute "${2:-}") ;;
    *) break ;;
  esac
  [ -n "${2:-}" ] || fail "$1 needs a value"
  shift 2
done
[ $# -ge 2 ] || fail "usage: sh headend-verify.sh [--root FINGERPRINT] [--without-images] [--receipt FILE [--deployment NAME] [--sign KEY]] KEYS ACCOUNT [DIRECTORY]"
case $deployment in *[!A-Za-z0-9\ ._-]*) fail "the name of a deployment has letters, digits, spaces, dots, _ and - only" ;; esac
case $1 in /*) keys=$1 ;; *) keys=$(pwd)/$1 ;; esac
account=$2
[ -r "$keys" ] || fail "the file of public keys cannot be read: $keys"
cd "${3:-.}" || fail "there is no directory ${3:-.}"
work=$(mktemp -d) || fail "no temporary directory"
trap 'rm -rf "$work"' EXIT

list=$keys
if [ -n "$root" ]; then
  # 0. The list of keys: signed by the root, not expired, not older than one that was seen before.
  [ "$(sed -n 1p "$list")" = "headend-key-list 1" ] || fail "$list is not a signed list of keys"
  sed -n 2p "$list" | openssl base64 -d -A >"$work/keys" 2>/dev/null
  { printf 'headend-key-list 1\n'; cat "$work/keys"; } >"$work/list"
  sed 1,2d "$list" | while read -r key sig; do
    printf '%s' "$key" | openssl base64 -d -A >"$work/root.der" 2>/dev/null
    [ "$(sha256sum <"$work/root.der" | cut -d ' ' -f 1)" = "$root" ] || continue
    printf '%s' "$sig" | openssl base64 -d -A >"$work/root.sig" 2>/dev/null
    openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/root.der" -rawin -in "$work/list" -sigfile "$work/root.sig" \
      >/dev/null 2>&1 && echo yes >"$work/trusted"
  done
  [ -s "$work/trusted" ] || fail "the list of keys is not signed by the root $root"
  version=$(sed -n 's/^# list \([0-9]\{1,9\}\)$/\1/p' "$work/keys")
  expires=$(sed -n 's/^# expires \([0-9]\{1,12\}\)$/\1/p' "$work/keys")
  [ -n "$version" ] && [ -n "$expires" ] || fail "the list of keys has no version or no expiry"
  [ "$(date +%s)" -lt "$expires" ] || fail "the list of keys has expired: fetch a new one"
  seen=$(cat "$list.version" 2>/dev/null)
  case $seen in *[!0-9]*) fail "$list.version is not the number of a version" ;; esac
  [ "$version" -ge "${seen:-0}" ] || fail "the list of keys has version $version, and version $seen was seen before"
  [ "$version" = "$seen" ] || echo "$version" 2>/dev/null >"$list.version"
  keys=$work/keys
elif [ "$(head -c 17 "$keys")" = "headend-key-list " ]; then
  fail "$keys is a signed list of keys: give --root and the fingerprint of the vendor's root"
fi

for kit in release.dsse.json release.json release.pae release.sig manifest.json SHA256SUMS; do
  [ -f "$kit" ] && [ ! -L "$kit" ] || fail "$kit is missing"
done

# 1. The envelope: payload, key and signature are taken from it, and must be the ones that lie beside it.
member() { sed -n 's/.*"'"$1"'":"\([A-Za-z0-9+/=]*\)".*/\1/p' release.dsse.json; }
member payload | openssl base64 -d -A >"$work/payload" 2>/dev/null
member sig | openssl base64 -d -A >"$work/sig" 2>/dev/null
[ -s "$work/payload" ] && [ -s "$work/sig" ] || fail "release.dsse.json is not an envelope"
keyid=$(member keyid)
type=application/vnd.in-toto+json
printf 'DSSEv1 %d %s %d ' "${#type}" "$type" "$(wc -c <"$work/payload" | tr -d ' ')" | cat - "$work/payload" >"$work/pae"
cmp -s "$work/payload" release.json || fail "release.json is not the payload of the envelope"
cmp -s "$work/pae" release.pae || fail "release.pae is not the payload of the envelope"
cmp -s "$work/sig" release.sig || fail "release.sig is not the signature of the envelope"

# 2. The key: one of the vendor's, not revoked.
case $keyid in *[!0-9a-f]* | "") fail "the envelope names no key" ;; esac
status=$(sed -n "s/^# key $keyid \([a-z]*\)\( [a-z,-]*\)\{0,1\}\$/\1/p" "$keys")
roles=$(sed -n "s/^# key $keyid [a-z]* \([a-z,-]*\)\$/\1/p" "$keys")
case $status in
  active | retired) ;;
  revoked) fail "the key $keyid was revoked" ;;
  *) fail "the key $keyid is not among those in $list" ;;
esac
case ",$roles," in ,, | *,releases,*) ;; *) fail "the key $keyid may not sign releases" ;; esac
sed -n "/^# key $keyid /,/-----END PUBLIC KEY-----/p" "$keys" | grep -v '^#' >"$work/key.pem"
[ "$(openssl pkey -pubin -in "$work/key.pem" -outform DER 2>/dev/null | sha256sum | cut -d ' ' -f 1)" = "$keyid" ] ||
  fail "the key in $list is not the one that its line names"

# 3. The signature.
openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin -in "$work/pae" -sigfile "$work/sig" >/dev/null 2>&1 ||
  fail "the signature is not valid"

if [ -e release.json.minisig ]; then
  # For minisign: the same key over the BLAKE2b-512 of release.json.
  sed -n 2p release.json.minisig | openssl base64 -d -A 2>/dev/null | tail -c 64 >"$work/minisig"
  openssl dgst -blake2b512 -binary release.json >"$work/hash" 2>/dev/null
  openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin -in "$work/hash" -sigfile "$work/minisig" >/dev/null 2>&1 ||
    fail "release.json.minisig is not a signature of release.json"
fi

# 4. What was signed is meant for this account, and names these checksums and this manifest.
signed() { grep -o "\"$1\":\"[^\"\\\\]*\"" "$work/payload" | head -n 1 | cut -d '"' -f 4; }
[ "$(signed accountName)" = "$account" ] || fail "this release is for the account $(signed accountName)"
[ "$(signed sha256sums)" = "$(sha256sum <SHA256SUMS | cut -d ' ' -f 1)" ] || fail "SHA256SUMS is not the signed one"
[ "$(signed manifest)" = "$(sha256sum <manifest.json | cut -d ' ' -f 1)" ] || fail "manifest.json is not the signed one"

images=$(signed imageSums)
layout=
if [ -n "$images" ]; then
  [ -f release.images.sha256 ] && [ ! -L release.images.sha256 ] || fail "release.images.sha256 is missing"
  [ "$images" = "$(sha256sum <release.images.sha256 | cut -d ' ' -f 1)" ] || fail "release.images.sha256 is not the signed one"
  [ -n "$without" ] || layout=release.images
fi

if [ -e verify.sh ]; then
  [ "$(signed verifyScript)" = "$(sha256sum <verify.sh | cut -d ' ' -f 1)" ] || fail "verify.sh is not the signed one"
fi

# 5. The files: plain files, no links; each is there with its digest, and no other file is.
odd=$(find . ! -name . -prune ! -type f | cut -c 3- | grep -vxF "${layout:-/}" | head -n 3)
[ -z "$odd" ] || fail "these are no plain files: $odd"
# A release of containers alone has no files.
[ ! -s SHA256SUMS ] || sha256sum --check --strict --quiet SHA256SUMS >"$work/said" 2>&1 || fail "$(head -n 3 "$work/said")"
cut -c 67- SHA256SUMS >"$work/known"
printf '%s\n' release.dsse.json release.json release.pae release.sig manifest.json SHA256SUMS verify.sh release.json.minisig >>"$work/known"
[ -z "$images" ] || echo release.images.sha256 >>"$work/known"
[ -z "$layout" ] || echo "$layout" >>"$work/known"
[ "$(dirname "$list")" != "$(pwd)" ] || { basename "$list"; echo "$(basename "$list").version"; } >>"$work/known"
find . ! -name . -prune | cut -c 3- | sort >"$work/there"
extra=$(sort "$work/known" | comm -13 - "$work/there" | head -n 3)
[ -z "$extra" ] || fail "these were not signed: $extra"

# 6. The images: an OCI layout whose every file (index, manifests, blobs) is the signed one, and no other is there.
count=
if [ -n "$layout" ]; then
  [ -d "$layout" ] && [ ! -L "$layout" ] || fail "$layout is missing: download the whole release, or give --without-images"
  odd=$(find "$layout" ! -type f ! -type d | head -n 3)
  [ -z "$odd" ] || fail "these are no plain files: $odd"
  sha256sum --check --strict --quiet release.images.sha256 >"$work/said" 2>&1 || fail "$(head -n 3 "$work/said")"
  { cut -c 67- release.images.sha256; printf '%s\n' "$layout" "$layout/blobs" "$layout/blobs/sha256"; } | sort >"$work/known"
  extra=$(find "$layout" | sort | comm -13 "$work/known" - | head -n 3)
  [ -z "$extra" ] || fail "these were not signed: $extra"
  grep -o '"digest":"sha256:[0-9a-f]\{64\}"' "$layout/index.json" | cut -c 18-81 >"$work/images"
  count=" and $(grep -c . "$work/images") images"
fi

# 7. The receipt.
if [ -n "$receipt" ]; then
  id=$(grep -o '"release":{[^}]*' "$work/payload" | grep -o '"id":"[0-9]*"' | head -n 1 | cut -d '"' -f 4)
  digests=$({ cut -c 1-64 SHA256SUMS; [ -z "$layout" ] || cat "$work/images"; } | sort -u | sed 's/.*/"&"/' | paste -s -d , -)
  printf '{"account":"%s","components":[%s],"deployment":"%s","nonce":"%s","receiptVersion":1,"releaseId":"%s","statement":"%s","verifiedAt":"%s"}\n' \
    "$account" "$digests" "$deployment" "$(openssl rand -hex 16)" "$id" "$(sha256sum <"$work/payload" | cut -d ' ' -f 1)" \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$work/receipt"
  { echo "headend-receipt 1"; cat "$work/receipt"; } >"$work/out" || fail "the receipt was not written"
  if [ -n "$sign" ]; then
    openssl pkeyutl -sign -inkey "$sign" -rawin -in "$work/out" -out "$work/own.sig" 2>/dev/null ||
      fail "$sign is not a key that signs"
    own=$(openssl pkey -in "$sign" -pubout -outform DER 2>/dev/null | sha256sum | cut -d ' ' -f 1)
    echo "$own $(openssl base64 -A -in "$work/own.sig")" >>"$work/out"
  fi
  cp "$work/out" "$receipt" || fail "the receipt was not written: $receipt"
fi

echo "verified: $(grep -c . SHA256SUMS) files$count, signed for $account with key $keyid"
