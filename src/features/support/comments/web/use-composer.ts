import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { addComment, addInternalComment, listComments, listInternalComments } from '../contract.ts'

/** Which of the two stores a text goes to. */
export type CommentKind = 'customer' | 'internal'

/** The two unsent texts of a case, stored on this device until sent, and the sending of each. */
export function useComposer(props: { issueKey: string; mayReply: boolean; onSent: () => void }) {
  const { issueKey, mayReply, onSent } = props
  const [kind, setKind] = useState<CommentKind>(mayReply ? 'customer' : 'internal')
  const texts = {
    customer: useDraftText(`comment:${issueKey}:customer`),
    internal: useDraftText(`comment:${issueKey}:internal`),
  }
  const reply = useMutationOf(addComment, { refreshes: [listComments] })
  const note = useMutationOf(addInternalComment, { refreshes: [listInternalComments] })
  const body = texts[kind].text
  const sending = reply.isPending || note.isPending
  const afterSent = (which: CommentKind) => {
    texts[which].sent(body)
    onSent()
  }
  return {
    kind,
    setKind,
    text: body,
    setText: texts[kind].setText,
    sending,
    send: () => {
      if (!body.trim() || sending) return
      const input = { query: { issueKey }, body: { body } }
      if (kind === 'internal') note.mutate(input, { onSuccess: () => afterSent('internal') })
      else reply.mutate(input, { onSuccess: () => afterSent('customer') })
    },
  }
}
