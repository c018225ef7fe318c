#!/bin/sh
# Usage: verify.sh ID TIMESTAMP SIGNATURES SECRET < body
# Status 0 when the request is from the portal and not older than five minutes.
age=$(($(date +%s) - $2))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || exit 1
key=$(printf %s "${4#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
expected=v1,$({ printf %s "$1.$2."; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
for signature in $3; do
  [ "$signature" = "$expected" ] && exit 0
done
exit 1
