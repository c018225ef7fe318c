import { useEffect, useRef } from 'react'
import { takePictureForNewCase } from './files-for-new-case.ts'
import type { NewCaseForm } from './use-new-case.ts'

/** Adds the picture that another page has handed over to the files of the form and to the end of its description. */
export function useHandedPicture(form: NewCaseForm, account: string | undefined): void {
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const { isRead } = form.draft
  useEffect(() => {
    // Not before the draft was read: it would have the picture among its files, too.
    if (!account || !isRead) return
    void takePictureForNewCase()?.then((picture) => {
      if (!picture) return
      latest.current.paste([picture], (address, text) => {
        const { values, set } = latest.current
        set({ description: `${values.description}\n\n![${text}](${address})` })
      })
    })
  }, [account, isRead])
}
