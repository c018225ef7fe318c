import { useLayoutEffect, useRef } from 'react'

/** Distance to the end at which the newest item counts as in view. */
const NEAR_END_PX = 120
/** For this long, texts that are drawn late do not move what was scrolled to. */
const SETTLE_MS = 5_000

/**
 * Scrolls a conversation: to the first unread item when it opens, else to the newest. A newer one comes into view if it
 * is the reader's own (`own`), or if the end was in view. What is in view stays there when older items are added above.
 */
export function useConversationScroll(items: { newest: string; oldest: string; own: boolean; unread: boolean }) {
  const { newest, oldest, own, unread: hasUnread } = items
  const scroller = useRef<HTMLElement>(null)
  const atUnread = useRef(false)
  const height = useRef(0)
  const endSettling = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the oldest item changes.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && height.current > 0) box.scrollTop += box.scrollHeight - height.current
  }, [oldest])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when there is a newer item, own or not.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || newest === '') return
    const mark = hasUnread && !atUnread.current ? box.querySelector('[data-unread]') : null
    if (mark) atUnread.current = true
    // A case that opened at its first unread comment stays there, whatever is read meanwhile.
    const atEnd = box.scrollTop + box.clientHeight >= height.current - NEAR_END_PX
    if (!mark && atUnread.current && !own && !atEnd) return
    const toPlace = () => (mark ? mark.scrollIntoView({ block: 'start' }) : box.scrollTo({ top: box.scrollHeight }))
    toPlace()
    endSettling.current?.()
    endSettling.current = whileItSettles(box, () => {
      toPlace()
      height.current = box.scrollHeight
    })
  }, [newest, hasUnread])
  useLayoutEffect(() => () => endSettling.current?.(), [])
  useLayoutEffect(() => {
    height.current = scroller.current?.scrollHeight ?? 0
  })
  return scroller
}

/** Calls `toPlace` whenever an item changes its size, until the reader does something there. Returns what ends it. */
function whileItSettles(box: HTMLElement, toPlace: () => void): () => void {
  const sizes = new ResizeObserver(toPlace)
  for (const item of box.children) sizes.observe(item)
  const end = () => {
    sizes.disconnect()
    clearTimeout(timer)
    for (const name of acts) box.removeEventListener(name, end)
  }
  const timer = setTimeout(end, SETTLE_MS)
  for (const name of acts) box.addEventListener(name, end, { passive: true })
  return end
}

const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
