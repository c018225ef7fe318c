import { useEffect, useRef, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'
import { destinationOf, type Topic } from '#kit/contract/topic.ts'
import { whenPageIdle } from '../page-idle.ts'
import { LiveClient, type LiveState } from './live-client.ts'

/** The page's live connection. */
export const live = new LiveClient(() => `${location.origin.replace('http', 'ws')}/api/ws`, whenPageIdle)

type MessageOf<T extends Topic> = z.output<T['message']>

/**
 * Listens to a live destination while the component is on screen. `onMessage` gets the small fact, or `null` when
 * messages may have been missed: then refetch. Without `params` (undefined) it does not subscribe; subscribe only to
 * what the user's permissions allow.
 */
export function useTopic<T extends Topic>(
  topic: T,
  params: Readonly<Record<string, string>> | undefined,
  onMessage: (message: MessageOf<T> | null) => void,
): void {
  const handler = useRef(onMessage)
  useEffect(() => {
    handler.current = onMessage
  })
  const destination = params && destinationOf(topic, params)
  useEffect(() => {
    if (!destination) return
    return live.subscribe(destination, (event) => {
      if (event.kind === 'message') handler.current(event.body as MessageOf<T>)
      else if (event.kind === 'missed') handler.current(null)
    })
  }, [destination])
}

/** The connection's state, for the live dot and for pages that poll while it is closed. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (onChange) => live.watch(onChange),
    () => live.state,
  )
}
