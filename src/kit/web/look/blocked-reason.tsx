import { type RefObject, useEffect, useRef } from 'react'
import classes from './blocked-reason.module.css'

/** Pixels between a button and the reason, and between the reason and the edge of the window. */
const GAP = 6

/**
 * Why a button cannot be used now: its description, which is shown beside it while it is pointed at, has the focus of
 * the keyboard, or was pressed or touched. Escape hides it.
 */
export function BlockedReason({
  id,
  of,
  children,
}: {
  id: string
  of: RefObject<HTMLElement | null>
  children: string
}) {
  const tip = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const [button, reason] = [of.current, tip.current]
    if (!button || !reason) return
    const isShown = () => reason.matches(':popover-open')
    const show = () => {
      if (!isShown()) reason.showPopover()
      place(reason, button.getBoundingClientRect())
      // Escape hides the reason, and the next one closes the dialog around it.
      button.dataset.mantineStopPropagation = 'true'
    }
    const hide = () => {
      if (isShown()) reason.hidePopover()
      delete button.dataset.mantineStopPropagation
    }
    const ending = new AbortController()
    const { signal } = ending
    button.addEventListener('pointerenter', show, { signal })
    button.addEventListener('click', show, { signal })
    button.addEventListener('focus', () => button.matches(':focus-visible') && show(), { signal })
    button.addEventListener('blur', hide, { signal })
    // A finger leaves as soon as it is lifted.
    button.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide(), { signal })
    window.addEventListener('pointerdown', ({ target }) => !button.contains(target as Node) && hide(), { signal })
    window.addEventListener('scroll', hide, { signal, capture: true })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal, capture: true })
    return () => {
      hide()
      ending.abort()
    }
  }, [of])
  return (
    <span ref={tip} id={id} role="tooltip" popover="manual" className={`mantine-Tooltip-tooltip ${classes.reason}`}>
      {children}
    </span>
  )
}

/** Below the button, or above it where there is no room, and inside the window. */
function place(reason: HTMLElement, button: DOMRect): void {
  const { width, height } = reason.getBoundingClientRect()
  const below = button.bottom + GAP
  const top = below + height > window.innerHeight ? button.top - GAP - height : below
  const middle = button.left + (button.width - width) / 2
  reason.style.top = `${Math.max(GAP, top)}px`
  reason.style.left = `${Math.max(GAP, Math.min(middle, window.innerWidth - width - GAP))}px`
}
