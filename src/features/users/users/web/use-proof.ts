import { useState } from 'react'
import { ApiError } from '#kit/web/data/api-error.ts'
import { showError } from '#kit/web/data/show-error.ts'

/** A call that wants to know that it is the person, on its way. */
export type Proof = {
  /** Calls; with the present password once that was asked for. */
  attempt: (currentPassword?: string) => Promise<void>
  /** The server wants the password. */
  asked: boolean
  /** Why the password given was refused. */
  wrong: string | undefined
  busy: boolean
}

/**
 * Makes a call that the server answers at once soon after sign-in, and otherwise only with the present password: then
 * `asked` tells the dialog to ask for it.
 */
export function useProof<Answer>(
  run: (proof: { currentPassword?: string }) => Promise<Answer>,
  onDone: (answer: Answer) => void,
): Proof {
  const [asked, setAsked] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (currentPassword?: string) => {
    setBusy(true)
    setWrong(undefined)
    try {
      onDone(await run(currentPassword === undefined ? {} : { currentPassword }))
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'reauthentication-required') setAsked(true)
      else if (code === 'password-wrong' && error instanceof ApiError) setWrong(error.message)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }
  return { attempt, asked, wrong, busy }
}
