import { useCallback, useEffect, useMemo, useState } from 'react'
import { showError } from '#kit/web/data/show-error.ts'
import type { ChatFact } from '../contract.ts'
import { type AnyMessage, type FaceKind, faceCalls } from './face-calls.ts'

const PAGE = 50

/** Messages of one side of a channel, oldest first: the newest page, and older ones as they are asked for. */
export function useMessages(kind: FaceKind, id: string, { threadId, q }: { threadId?: string | null; q?: string }) {
  const calls = useMemo(() => faceCalls(kind, id), [kind, id])
  const [messages, setMessages] = useState<readonly AnyMessage[] | null>(null)
  const [complete, setComplete] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const narrowQuery = useMemo(() => ({ ...(threadId ? { threadId } : {}), ...(q ? { q } : {}) }), [threadId, q])

  const reload = useCallback(async () => {
    try {
      const newest = await calls.list({ ...narrowQuery, size: PAGE })
      setMessages(newest)
      setComplete(newest.length < PAGE)
      setError(null)
    } catch (failure) {
      setError(failure)
    }
  }, [calls, narrowQuery])
  useEffect(() => {
    setMessages(null)
    void reload()
  }, [reload])

  const upsert = useCallback((changedMessages: readonly AnyMessage[]) => {
    setMessages((before) => mergeMessages(before ?? [], changedMessages))
  }, [])
  const drop = useCallback((timestamp: string) => {
    setMessages((before) => before?.filter((message) => message.timestamp !== timestamp) ?? null)
  }, [])

  const first = messages?.[0]?.timestamp
  const loadOlder = useCallback(async () => {
    if (first === undefined) return
    try {
      const older = await calls.list({ ...narrowQuery, before: first, size: PAGE })
      setComplete(older.length < PAGE)
      upsert(older)
    } catch (failure) {
      showError(failure)
    }
  }, [calls, narrowQuery, first, upsert])

  /** What others did: the fact is small, the message is fetched. */
  const follow = useCallback(
    async (fact: ChatFact | null) => {
      if (fact === null) return reload()
      if (fact.timestamp === null || fact.channelId !== id) return
      if (fact.event === 'deleted') return drop(fact.timestamp)
      if (fact.event !== 'sent' && fact.event !== 'edited' && fact.event !== 'filed') return
      if (fact.event === 'filed') return reload()
      const [message] = await calls.list({ ...narrowQuery, before: after(fact.timestamp), size: 1 })
      if (message?.timestamp === fact.timestamp) upsert([message])
    },
    [calls, narrowQuery, id, reload, drop, upsert],
  )
  return { calls, messages, complete, error, reload, loadOlder, follow, upsert, drop }
}

function mergeMessages(before: readonly AnyMessage[], changedMessages: readonly AnyMessage[]): readonly AnyMessage[] {
  const byTime = new Map([...before, ...changedMessages].map((message) => [message.timestamp, message]))
  return [...byTime.values()].sort((one, other) => Number(one.timestamp) - Number(other.timestamp))
}

/** The timestamp a microsecond later. */
function after(timestamp: string): string {
  const [seconds = '0', micros = '0'] = timestamp.split('.')
  const next = Number(micros) + 1
  return next < 1_000_000 ? `${seconds}.${String(next).padStart(6, '0')}` : `${Number(seconds) + 1}.000000`
}
