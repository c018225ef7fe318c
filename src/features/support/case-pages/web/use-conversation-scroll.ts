import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Scrolls a conversation: to the first unread item when it opens, else to the newest, which comes into view again when
 * there is a newer one. What is in view stays there when older items are added above it.
 */
export function useConversationScroll({ newest, oldest, unread }: { newest: string; oldest: string; unread: boolean }) {
  const scroller = useRef<HTMLElement>(null)
  const atUnread = useRef(false)
  const height = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the oldest item changes.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && height.current > 0) box.scrollTop += box.scrollHeight - height.current
  }, [oldest])
  useEffect(() => {
    const box = scroller.current
    if (!box || newest === '') return
    const mark = unread && !atUnread.current ? box.querySelector('[data-unread]') : null
    if (mark) atUnread.current = true
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
