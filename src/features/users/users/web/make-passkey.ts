import type { beginPasskey } from '#features/users/second-factors/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'

/** Has the user's device create a passkey; undefined when it did not: cancelled, too late, or it has one already. */
export async function makePasskey(options: Reply<typeof beginPasskey>) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey }).catch((failure: unknown) => {
    if (failure instanceof DOMException) return null
    throw failure
  })
  if (!(made instanceof PublicKeyCredential)) return undefined
  const { id, response } = made.toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}
