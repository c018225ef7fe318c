import { useLayoutEffect, useRef } from 'react'

/** Distance to the end at which the newest item counts as in view. */
const NEAR_END_PX = 120

/**
 * Scrolls a conversation: to the first unread item when it opens, else to the newest. A newer one comes into view if it
 * is the reader's own (`own`), or if the end was in view. What is in view stays there when older items are added above.
 */
export function useConversationScroll(items: { newest: string; oldest: string; own: boolean; unread: boolean }) {
  const { newest, oldest, own, unread } = items
  const scroller = useRef<HTMLElement>(null)
  const atUnread = useRef(false)
  const height = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the oldest item changes.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && height.current > 0) box.scrollTop += box.scrollHeight - height.current
  }, [oldest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when there is a newer item, own or not.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || newest === '') return
    const mark = unread && !atUnread.current ? box.querySelector('[data-unread]') : null
    if (mark) atUnread.current = true
    // A case that opened at its first unread comment stays there, whatever is read meanwhile.
    const atEnd = box.scrollTop + box.clientHeight >= height.current - NEAR_END_PX
    if (!mark && atUnread.current && !own && !atEnd) return
    const toPlace = () => (mark ? mark.scrollIntoView({ block: 'start' }) : box.scrollTo({ top: box.scrollHeight }))
    toPlace()
    const timer = setTimeout(toPlace, 80)
    return () => clearTimeout(timer)
  }, [newest, unread])
  useLayoutEffect(() => {
    height.current = scroller.current?.scrollHeight ?? 0
  })
  return scroller
}
