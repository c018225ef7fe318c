/** The WebAuthn library with its helpers; loaded at its first use. */
export async function loadWebauthn() {
  // The certificate library below it reads this while it is loaded, and chunks of the build keep no order among them.
  await import('reflect-metadata')
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, decodeAttestationObject: helpers.decodeAttestationObject }
}
