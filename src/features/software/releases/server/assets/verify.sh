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
# Needs a POSIX shell, openssl of any version (or LibreSSL) and, where that cannot check Ed25519 (before OpenSSL 3.0),
# Python 3. Answers 0 and "verified"; 1 and what is wrong with the release; or 2 and why it could not be checked.
set -u
LC_ALL=C
export LC_ALL
fail() { echo "NOT VERIFIED: $*" >&2; exit 1; }
stop() { echo "COULD NOT CHECK: $*" >&2; exit 2; }

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
  [ -n "${2:-}" ] || stop "$1 needs a value"
  shift 2
done
[ $# -ge 2 ] || stop "usage: sh headend-verify.sh [--root FINGERPRINT] [--without-images] [--receipt FILE [--deployment NAME] [--sign KEY]] KEYS ACCOUNT [DIRECTORY]"
case $deployment in *[!A-Za-z0-9\ ._-]*) stop "the name of a deployment has letters, digits, spaces, dots, _ and - only" ;; esac
case $1 in /*) keys=$1 ;; *) keys=$(pwd)/$1 ;; esac
account=$2
[ -f "$keys" ] && [ -r "$keys" ] || stop "the file of public keys cannot be read: $keys"
for program in openssl cmp comm cut date find grep head mktemp od paste sed sort tail tr wc; do
  command -v "$program" >/dev/null || stop "the program $program is missing"
done
cd "${3:-.}" 2>/dev/null || stop "there is no directory ${3:-.}"
work=$(mktemp -d) || stop "no temporary directory"
trap 'rm -rf "$work"' EXIT

# The programs. Which one can do what is tried with what is known: one that cannot check says the same as one that found a
# forgery.
decode() { openssl base64 -d -A 2>/dev/null; }
sha256=
for way in sha256sum "shasum -a 256" "openssl dgst -sha256 -r"; do
  [ "$(printf abc | $way 2>/dev/null | cut -c 1-64)" = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad ] || continue
  sha256=$way
  break
done
[ -n "$sha256" ] || stop "no program computes SHA-256: sha256sum, shasum or openssl"
digest() { $sha256 <"$1" | cut -c 1-64; }

cat >"$work/ed25519.py" <<'PYTHON'
# valid: KEY BYTES SIGNATURE (Ed25519, RFC 8032, 5.1.7); blake: FILE
import hashlib, sys
files = [open(name, "rb").read() for name in sys.argv[1:]]
if len(files) == 1:
    sys.stdout.buffer.write(hashlib.blake2b(files[0]).digest())
    sys.exit(0)
p, order = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
d, root = -121665 * pow(121666, p - 2, p) % p, pow(2, (p - 1) // 4, p)

def point(coded):
    y = int.from_bytes(coded, "little") & (2**255 - 1)
    square = (y * y - 1) * pow(d * y * y + 1, p - 2, p) % p
    x = pow(square, (p + 3) // 8, p)
    if (x * x - square) % p:
        x = x * root % p
    if y >= p or (x * x - square) % p or (x == 0 and coded[31] >> 7):
        sys.exit(1)
    return (x if x & 1 == coded[31] >> 7 else p - x), y, 1

def add(a, b):
    z = a[2] * b[2] % p
    xx, yy = a[0] * b[0] % p, a[1] * b[1] % p
    e, zz = d * xx * yy % p, z * z % p
    f, g = (zz - e) % p, (zz + e) % p
    x = z * f * ((a[0] + a[1]) * (b[0] + b[1]) - xx - yy) % p
    return x, z * g * (yy + xx) % p, f * g % p

def times(n, a):
    sum = 0, 1, 1
    for bit in bin(n)[2:]:
        sum = add(sum, sum)
        if bit == "1":
            sum = add(sum, a)
    return sum

key, message, signature = files
if len(key) != 44 or key[:12] != bytes.fromhex("302a300506032b6570032100") or len(signature) != 64:
    sys.exit(1)
r, s = signature[:32], int.from_bytes(signature[32:], "little")
h = int.from_bytes(hashlib.sha512(r + key[12:] + message).digest(), "little") % order
base = point((4 * pow(5, p - 2, p) % p).to_bytes(32, "little"))
left, right = times(s, base), add(point(r), times(h, point(key[12:])))
same = all((left[i] * right[2] - right[i] * left[2]) % p == 0 for i in (0, 1))
sys.exit(0 if s < order and same else 1)
PYTHON
# KEY (DER), BYTES, SIGNATURE
valid() {
  case $by in
    openssl) openssl pkeyutl -verify -pubin -keyform DER -inkey "$1" -rawin -in "$2" -sigfile "$3" >/dev/null 2>&1 ;;
    *) "$by" -I "$work/ed25519.py" "$1" "$2" "$3" 2>/dev/null ;;
  esac
}
# The BLAKE2b-512 of a file, as bytes.
blake() {
  case $by in
    openssl) openssl dgst -blake2b512 -binary "$1" 2>/dev/null ;;
    *) "$by" -I "$work/ed25519.py" "$1" 2>/dev/null ;;
  esac
}
# RFC 8032, 7.1, test 2.
echo MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw= | decode >"$work/known.der"
echo kqAJqfDUyrhyDoILX2QlQKKye1QWUD+Ps3YiI+vbadoIWsHkPhWZbkWPNhPQ8R2MOHsurrQwKu6wDSkWErsMAA== | decode >"$work/known.sig"
printf r >"$work/known"
for by in openssl python3 /usr/libexec/platform-python ""; do
  [ -n "$by" ] ||
    stop "$(openssl version 2>/dev/null) cannot check Ed25519 signatures: install OpenSSL 3.0 or newer, or Python 3"
  valid "$work/known.der" "$work/known" "$work/known.sig" || continue
  valid "$work/known.der" "$work/known.sig" "$work/known.sig" && continue
  [ "$(blake "$work/known" | wc -c | tr -d ' ')" = 64 ] && break
done

# The keys as text, whatever its way through another system did to its line ends.
list=$keys
[ "$(tr -d '\000' <"$list" | wc -c)" -eq "$(wc -c <"$list")" ] ||
  stop "$list is not plain text (perhaps UTF-16): keep it as the portal sends it"
keys=$work/text
tr -d '\r' <"$list" | sed "1s/^$(printf '\357\273\277')//" >"$keys"
if [ -n "$root" ]; then
  # 0. The list of keys: signed by the root, not expired, not older than one that was seen before.
  root=$(printf '%s' "$root" | tr 'A-Z' 'a-z' | sed 's/^sha256://' | tr -d ': ')
  case $root in *[!0-9a-f]*) root= ;; esac
  [ ${#root} -eq 64 ] || stop "the fingerprint of the root must be 64 hexadecimal digits"
  [ "$(sed -n 1p "$keys")" = "headend-key-list 1" ] || stop "$list is not a signed list of keys"
  sed -n 2p "$keys" | decode >"$work/keys"
  [ -s "$work/keys" ] || stop "the list of keys cannot be read: $list"
  { printf 'headend-key-list 1\n'; cat "$work/keys"; } >"$work/list"
  sed 1,2d "$keys" | while read -r key sig; do
    printf '%s' "$key" | decode >"$work/root.der"
    [ "$(digest "$work/root.der")" = "$root" ] || continue
    printf '%s' "$sig" | decode >"$work/root.sig"
    valid "$work/root.der" "$work/list" "$work/root.sig" && echo yes >"$work/trusted"
  done
  [ -s "$work/trusted" ] || fail "the list of keys is not signed by the root $root"
  version=$(sed -n 's/^# list \([0-9]\{1,9\}\)$/\1/p' "$work/keys")
  expires=$(sed -n 's/^# expires \([0-9]\{1,12\}\)$/\1/p' "$work/keys")
  [ -n "$version" ] && [ -n "$expires" ] || stop "the list of keys has no version or no expiry"
  [ "$(date +%s)" -lt "$expires" ] || fail "the list of keys has expired: fetch a new one"
  seen=$(cat "$list.version" 2>/dev/null)
  case $seen in *[!0-9]*) stop "$list.version is not the number of a version" ;; esac
  [ "$version" -ge "${seen:-0}" ] || fail "the list of keys has version $version, and version $seen was seen before"
  [ "$version" = "$seen" ] || { echo "$version" >"$list.version"; } 2>/dev/null
  keys=$work/keys
elif [ "$(head -c 17 "$keys")" = "headend-key-list " ]; then
  stop "$list is a signed list of keys: give --root and the fingerprint of the vendor's root"
fi
grep -q '^# key [0-9a-f]' "$keys" || stop "there are no public keys of the portal in $list"

for kit in release.dsse.json release.json release.pae release.sig manifest.json SHA256SUMS; do
  [ -f "$kit" ] && [ ! -L "$kit" ] || fail "$kit is missing"
  [ -r "$kit" ] || stop "$kit cannot be read"
done

# 1. The envelope: payload, key and signature are taken from it, and must be the ones that lie beside it.
member() { sed -n 's/.*"'"$1"'":"\([A-Za-z0-9+/=]*\)".*/\1/p' release.dsse.json; }
member payload | decode >"$work/payload"
member sig | decode >"$work/sig"
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
sed -n "/^# key $keyid /,/-----END PUBLIC KEY-----/p" "$keys" | grep -v '^[#-]' | tr -d '\n' | decode >"$work/key.der"
[ "$(digest "$work/key.der")" = "$keyid" ] || fail "the key in $list is not the one that its line names"

# 3. The signature.
valid "$work/key.der" "$work/pae" "$work/sig" || fail "the signature is not valid"

if [ -e release.json.minisig ]; then
  # For minisign: the same key over the BLAKE2b-512 of release.json.
  sed -n 2p release.json.minisig | decode | tail -c 64 >"$work/minisig"
  blake release.json >"$work/hash"
  valid "$work/key.der" "$work/hash" "$work/minisig" || fail "release.json.minisig is not a signature of release.json"
fi

# 4. What was signed is meant for this account, and names these checksums and this manifest.
signed() { grep -o "\"$1\":\"[^\"\\\\]*\"" "$work/payload" | head -n 1 | cut -d '"' -f 4; }
[ "$(signed accountName)" = "$account" ] || fail "this release is for the account $(signed accountName)"
[ "$(signed sha256sums)" = "$(digest SHA256SUMS)" ] || fail "SHA256SUMS is not the signed one"
[ "$(signed manifest)" = "$(digest manifest.json)" ] || fail "manifest.json is not the signed one"

images=$(signed imageSums)
layout=
if [ -n "$images" ]; then
  [ -f release.images.sha256 ] && [ ! -L release.images.sha256 ] || fail "release.images.sha256 is missing"
  [ "$images" = "$(digest release.images.sha256)" ] || fail "release.images.sha256 is not the signed one"
  [ -n "$without" ] || layout=release.images
fi

if [ -e verify.sh ]; then
  [ "$(signed verifyScript)" = "$(digest verify.sh)" ] || fail "verify.sh is not the signed one"
fi

check() {
  while IFS= read -r line; do
    name=${line#*"  "}
    [ -e "$name" ] || fail "$name: FAILED open or read"
    [ -r "$name" ] || stop "$name cannot be read"
    [ "$(digest "$name")" = "${line%% *}" ] || fail "$name: FAILED"
  done <"$1"
}

# 5. The files: plain files, no links; each is there with its digest, and no other file is.
odd=$(find . ! -name . -prune ! -type f | cut -c 3- | grep -vxF "${layout:-/}" | head -n 3)
[ -z "$odd" ] || fail "these are no plain files: $odd"
check SHA256SUMS
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
  check release.images.sha256
  { cut -c 67- release.images.sha256; printf '%s\n' "$layout" "$layout/blobs" "$layout/blobs/sha256"; } | sort >"$work/known"
  extra=$(find "$layout" | sort | comm -13 "$work/known" - | head -n 3)
  [ -z "$extra" ] || fail "these were not signed: $extra"
  grep -o '"digest":"sha256:[0-9a-f]\{64\}"' "$layout/index.json" | cut -c 18-81 >"$work/images"
  count=" and $(grep -c . "$work/images") images"
fi

# 7. The receipt.
without_receipt() { echo "VERIFIED, BUT NO RECEIPT: $*" >&2; exit 2; }
if [ -n "$receipt" ]; then
  id=$(grep -o '"release":{[^}]*' "$work/payload" | grep -o '"id":"[0-9]*"' | head -n 1 | cut -d '"' -f 4)
  digests=$({ cut -c 1-64 SHA256SUMS; [ -z "$layout" ] || cat "$work/images"; } | sort -u | sed 's/.*/"&"/' | paste -s -d , -)
  printf '{"account":"%s","components":[%s],"deployment":"%s","nonce":"%s","receiptVersion":1,"releaseId":"%s","statement":"%s","verifiedAt":"%s"}\n' \
    "$account" "$digests" "$deployment" "$(head -c 16 /dev/urandom | od -A n -t x1 | tr -d ' \n')" "$id" "$(digest "$work/payload")" \
    "$(date -u +%Y-%m-%dT%H:%M:%SZ)" >"$work/receipt"
  { echo "headend-receipt 1"; cat "$work/receipt"; } >"$work/out"
  if [ -n "$sign" ]; then
    [ -f "$sign" ] && [ -r "$sign" ] || without_receipt "$sign cannot be read"
    [ "$by" = openssl ] ||
      without_receipt "$(openssl version) cannot sign: use OpenSSL 3.0 or newer, or headend-verify.mjs with Node"
    openssl pkeyutl -sign -inkey "$sign" -rawin -in "$work/out" -out "$work/own.sig" 2>/dev/null ||
      without_receipt "$sign is not a key that signs"
    openssl pkey -in "$sign" -pubout -outform DER >"$work/own.der" 2>/dev/null
    echo "$(digest "$work/own.der") $(openssl base64 -A -in "$work/own.sig")" >>"$work/out"
  fi
  cp "$work/out" "$receipt" 2>/dev/null || without_receipt "it was not written: $receipt"
fi

echo "verified: $(grep -c . SHA256SUMS) files$count, signed for $account with key $keyid"
