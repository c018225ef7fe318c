import base64
import hashlib
import hmac
import time


def verify(headers, body, secret):
    """True when the request is from the portal and not older than five minutes. body: the raw bytes of the request."""
    message_id = headers["webhook-id"]
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.replace("whsec_", ""))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    signatures = [signature.replace("v1,", "") for signature in headers["webhook-signature"].split(" ")]
    return any(hmac.compare_digest(signature, expected) for signature in signatures)
