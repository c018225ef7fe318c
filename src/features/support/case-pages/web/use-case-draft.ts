import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type DraftFile, discardDraft, readDraft, saveDraft } from '#features/support/attachments/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { isTouched, type NewCaseValues, valuesOfDraft } from './new-case-values.ts'

const WAIT_MS = 800

/** The state of the draft: untouched, being saved, saved at a time, or not saved. */
export type DraftState = { kind: 'none' } | { kind: 'saving' } | { kind: 'saved'; at: Date } | { kind: 'failed' }

/** Stores the values of a new case on the server while they are typed, one draft per user and account. */
export function useCaseDraft(
  account: string | undefined,
  values: NewCaseValues,
  onFound: (values: NewCaseValues, files: readonly z.output<typeof DraftFile>[]) => void,
) {
  const [state, setState] = useState<DraftState>({ kind: 'none' })
  const [isRead, setIsRead] = useState(false)
  const found = useRef(onFound)
  found.current = onFound
  const saved = useRef('')
  const read = useRef<string>(undefined)
  useEffect(() => {
    if (!account) return
    let wanted = true
    read.current = undefined
    setIsRead(false)
    void call(readDraft, { query: { account } })
      .then(({ draft, files, updated }) => {
        if (!wanted) return
        read.current = account
        if (!updated && files.length === 0) return
        const kept = valuesOfDraft(draft)
        saved.current = JSON.stringify(kept)
        found.current(kept, files)
        if (updated) setState({ kind: 'saved', at: new Date(updated) })
      })
      .catch(() => {
        read.current = account
      })
      .finally(() => wanted && setIsRead(true))
    return () => {
      wanted = false
    }
  }, [account])
  const written = JSON.stringify(values)
  useEffect(() => {
    if (!account || written === saved.current || !isTouched(JSON.parse(written) as NewCaseValues)) return
    const timer = setTimeout(() => {
      // Not before the draft of this account was read: new input must not overwrite a stored draft unseen.
      if (read.current !== account) return
      setState({ kind: 'saving' })
      saved.current = written
      void call(saveDraft, { query: { account }, body: { draft: JSON.parse(written) as NewCaseValues } })
        .then(() => setState({ kind: 'saved', at: new Date() }))
        .catch(() => {
          saved.current = ''
          setState({ kind: 'failed' })
        })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [account, written])
  return {
    state,
    /** Whether the stored draft, or that there is none, is known. */
    isRead,
    /** The case is filed, so the server has emptied the draft. */
    forget: () => {
      saved.current = written
    },
    discard: async () => {
      saved.current = written
      if (account) await call(discardDraft, { query: { account } }).catch(showError)
      setState({ kind: 'none' })
    },
  }
}
