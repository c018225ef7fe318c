import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#kit/web/data/api-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { useDraft } from '#kit/web/form/draft.ts'
import { text } from '../texts.ts'
import type { AnyMessage } from './face-calls.ts'

/** How long a message that could not be sent waits before it is sent again with the same key. */
const RETRY_MS = 3000

/** A message on its way, shown at once. */
export type Outgoing = {
  readonly clientKey: string
  readonly body: string
  readonly files: readonly File[]
  readonly threadId: string | null
  readonly state: 'sending' | 'waiting' | 'failed'
  readonly reason?: string
}
type KeptQueue = { readonly queue: readonly Outgoing[] }

/**
 * Sends messages one after the other, in their order. Without a connection a message waits and is sent again with the
 * same key, so that the portal stores it once; one that the portal rejects stays until the user decides. What is not
 * sent is kept on this device, also when the page is left; files are not, so a message with files waits for the user.
 */
export function useOutgoing(address: string, onSent: (message: AnyMessage) => void) {
  const draft = useDraft(`outgoing:${address}`)
  const [queue, setQueue] = useState<readonly Outgoing[]>(() =>
    (draft.kept<KeptQueue>()?.queue ?? []).map(restoreMessage),
  )
  const busy = useRef(false)
  const onSentRef = useRef(onSent)
  useEffect(() => {
    onSentRef.current = onSent
  })
  useEffect(() => {
    if (queue.length > 0) draft.keep({ queue } satisfies KeptQueue)
    else draft.drop()
  }, [draft, queue])
  const change = useCallback((clientKey: string, part: Partial<Outgoing>) => {
    setQueue((before) => before.map((one) => (one.clientKey === clientKey ? { ...one, ...part } : one)))
  }, [])
  const discard = useCallback(
    (clientKey: string) => {
      const without = (all: readonly Outgoing[]) => all.filter((one) => one.clientKey !== clientKey)
      setQueue(without)
      // The page may have been left while the message was sent.
      const keptQueue = draft.kept<KeptQueue>()?.queue
      if (keptQueue) draft.keep({ queue: without(keptQueue) } satisfies KeptQueue)
    },
    [draft],
  )

  useEffect(() => {
    const next = queue.find(({ state }) => state !== 'failed')
    if (!next || busy.current) return
    if (next.state === 'waiting') {
      const timer = setTimeout(() => change(next.clientKey, { state: 'sending' }), RETRY_MS)
      return () => clearTimeout(timer)
    }
    busy.current = true
    void upload<AnyMessage>(address, formOf(next), () => undefined).then(
      (message) => {
        onSentRef.current(message)
        busy.current = false
        discard(next.clientKey)
      },
      (failure: unknown) => {
        busy.current = false
        const isRetried = failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)
        const reason = failure instanceof Error ? failure.message : ''
        change(next.clientKey, isRetried ? { state: 'waiting' } : { state: 'failed', reason })
      },
    )
    return undefined
  }, [queue, address, change, discard])

  return {
    queue,
    discard,
    retry: (clientKey: string) => change(clientKey, { state: 'sending' }),
    send: (message: Pick<Outgoing, 'body' | 'files' | 'threadId'>) =>
      setQueue((before) => [...before, { ...message, clientKey: crypto.randomUUID(), state: 'sending' }]),
  }
}

/** A message as it is after a reload. Files become empty objects when they are stored. */
function restoreMessage(message: Outgoing): Outgoing {
  if (message.files.length === 0) return message
  return { ...message, files: [], state: 'failed', reason: text('filesGone') }
}

function formOf({ body, files, threadId, clientKey }: Outgoing): FormData {
  const form = new FormData()
  if (body) form.append('htmlBody', body)
  if (threadId) form.append('threadId', threadId)
  form.append('clientKey', clientKey)
  for (const file of files) form.append('attachment', file, file.name)
  return form
}
