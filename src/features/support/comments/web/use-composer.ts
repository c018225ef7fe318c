import { useEffect, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { useDraft } from '#kit/web/form/draft.ts'
import { addComment, addInternalComment, listComments, listInternalComments } from '../contract.ts'

/** Which of the two stores a text goes to. */
export type CommentKind = 'customer' | 'internal'

type Texts = Record<CommentKind, string>

const nothing: Texts = { customer: '', internal: '' }

/** The two unsent texts of a case, stored on this device until sent, and the sending of each. */
export function useComposer(props: { issueKey: string; mayReply: boolean; onSent: () => void }) {
  const { issueKey, mayReply, onSent } = props
  const draft = useDraft(`comment:${issueKey}`)
  const [kind, setKind] = useState<CommentKind>(mayReply ? 'customer' : 'internal')
  const [texts, setTexts] = useState<Texts>(() => ({ ...nothing, ...draft.kept<Texts>() }))
  useEffect(() => {
    if (texts.customer || texts.internal) draft.keep(texts)
    else draft.drop()
  }, [draft, texts])
  const reply = useMutationOf(addComment, { refreshes: [listComments] })
  const note = useMutationOf(addInternalComment, { refreshes: [listInternalComments] })
  const body = texts[kind]
  const sending = reply.isPending || note.isPending
  const sent = (which: CommentKind) => {
    setTexts((before) => ({ ...before, [which]: '' }))
    onSent()
  }
  return {
    kind,
    setKind,
    text: body,
    setText: (text: string) => setTexts((before) => ({ ...before, [kind]: text })),
    sending,
    send: () => {
      if (!body.trim() || sending) return
      const input = { query: { issueKey }, body: { body } }
      if (kind === 'internal') note.mutate(input, { onSuccess: () => sent('internal') })
      else reply.mutate(input, { onSuccess: () => sent('customer') })
    },
  }
}
