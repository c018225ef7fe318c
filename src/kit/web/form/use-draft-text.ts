import { useEffect, useState } from 'react'
import { afterSending } from './after-sending.ts'
import { useDraft } from './draft.ts'

/** A text that is being written, at its place. */
type DraftText = {
  readonly text: string
  readonly setText: (text: string) => void
  /** Takes away what was sent; what was written after it stays. */
  readonly sent: (body: string) => void
  /** Throws the text away. */
  readonly drop: () => void
}

/**
 * A text that belongs to a place (a channel, a thread, a side of a case), which its name says. It stays there over
 * changes of the page, reloads and a new sign-in until it is sent or thrown away; all tabs of the user show the same
 * text, so that none writes over another. `storedText` is what a change begins with.
 */
export function useDraftText(name: string, storedText = ''): DraftText {
  const draft = useDraft(name)
  const read = () => draft.kept<{ text: string }>()?.text ?? storedText
  const [now, setNow] = useState(() => ({ name, text: read() }))
  // The text of another place is never shown in this one, not even for a moment.
  if (now.name !== name) setNow({ name, text: read() })
  const put = (text: string) => {
    setNow({ name, text })
    if (text === storedText) draft.drop()
    else draft.keep({ text })
  }
  useEffect(
    () => draft.follow(() => setNow({ name, text: draft.kept<{ text: string }>()?.text ?? storedText })),
    [draft, name, storedText],
  )
  return {
    text: now.text,
    setText: put,
    // From what is kept, not from what was shown when it was sent: the user has written on, or gone elsewhere.
    sent: (body) => put(afterSending(read(), body)),
    drop: () => put(storedText),
  }
}
