import { useState } from 'react'
import { ApiError } from '#kit/web/data/api-error.ts'
import { showError } from '#kit/web/data/show-error.ts'

/** A pending call that requires proof of the user's identity. */
export type Proof = {
  /** Calls; with the current password once it was requested. */
  attempt: (currentPassword?: string) => Promise<void>
  /** The server requires the password. */
  asked: boolean
  /** Why the given password was rejected. */
  wrong: string | undefined
  busy: boolean
}

/**
 * Makes a call that succeeds at once soon after sign-in, and otherwise needs the current password: then `asked` has the
 * dialog request it.
 */
export function useProof<Result>(
  run: (proof: { currentPassword?: string }) => Promise<Result>,
  onDone: (result: Result) => void,
): Proof {
  const [confirming, setConfirming] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (currentPassword?: string) => {
    setBusy(true)
    setWrong(undefined)
    try {
      onDone(await run(currentPassword === undefined ? {} : { currentPassword }))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'reauthentication-required') setConfirming(true)
      else if (code === 'password-wrong' && error instanceof ApiError) setWrong(error.message)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { attempt, asked: confirming, wrong, busy }
}
