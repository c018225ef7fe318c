import { useEffect, useRef, useState } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { live, useLiveState, useTopic } from '#kit/web/live/use-topic.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { type Channel, type ChatFact, chatChanged, internalChatChanged, listPresence } from '../contract.ts'
import type { FaceKind } from './face-calls.ts'

const HERE_MS = 25_000
const TYPING_MS = 3000
const TYPING_SHOWN_MS = 6000

/** Says that this page shows the channel, and returns who else has it open. */
export function usePresence({ id, account }: Channel) {
  const open = useLiveState() === 'open'
  useEffect(() => {
    if (!open) return
    const here = () => document.visibilityState === 'visible' && live.send('/app/slack/here', { channelId: id })
    here()
    const timer = setInterval(here, HERE_MS)
    return () => clearInterval(timer)
  }, [open, id])
  useTopic(chatChanged, { account }, (fact) => {
    if (fact === null || fact.event === 'presence') void refresh(listPresence)
  })
  const { data } = useQueryOf(listPresence, { params: { id } }, { refetchInterval: 30_000, keep: true })
  return data?._embedded.presence ?? []
}

/** The facts of one side of a channel: `follow` gets them, and the names of users who are typing are returned. */
export function useFacts(
  kind: FaceKind,
  { id, account }: Channel,
  follow: (fact: ChatFact | null) => Promise<void>,
): { typing: readonly string[]; publishTyping: () => void } {
  const me = useMe()
  const [typing, setTyping] = useState<ReadonlyMap<string, string>>(new Map())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const stop = (name: string) => setTyping((before) => new Map([...before].filter(([, typist]) => typist !== name)))
  const onMessage = (fact: ChatFact | null) => {
    void follow(fact).catch(() => undefined)
    if (fact?.channelId !== id || fact.by === null || fact.userId === me.id) return
    const { by, userId } = fact
    if (fact.event === 'sent') stop(by)
    if (fact.event !== 'typing') return
    setTyping((before) => new Map([...before, [String(userId), by]]))
    clearTimeout(timers.current.get(by))
    timers.current.set(
      by,
      setTimeout(() => stop(by), TYPING_SHOWN_MS),
    )
  }
  useTopic(chatChanged, kind === 'customer' ? { account } : undefined, onMessage)
  useTopic(internalChatChanged, kind === 'internal' ? { account } : undefined, onMessage)
  const lastSent = useRef(0)
  const publishTyping = () => {
    if (Date.now() - lastSent.current < TYPING_MS) return
    lastSent.current = Date.now()
    live.send('/app/slack/typing', kind === 'internal' ? { channelId: id, internal: true } : { channelId: id })
  }
  return { typing: [...new Set(typing.values())], publishTyping }
}
