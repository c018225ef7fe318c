/** How long after a field has opened, and between two letters, a letter counts as typed into the field. */
const TYPING_MS = 1000

let last: { element: Element; path: string } | null = null
let field = { opened: 0, typed: 0 }

/** Follows the focus, for `mayBeMeantForField`. */
export function watchFocus(): () => void {
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    // A dialog that closes leaves no user in a field, and neither does a button that goes away when it is pressed.
    const isField = isTyping(target) && !target.closest('[role="dialog"]')
    last = isField ? { element: target, path: location.pathname } : null
    if (isTyping(target)) field = { ...field, opened: Date.now() }
  }
  // A press shows where the user is, also on something that takes no focus; Escape leaves a field.
  const onLeave = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    last = null
    field = { opened: 0, typed: 0 }
  }
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onLeave, true)
  document.addEventListener('keydown', onLeave, true)
  return () => {
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onLeave, true)
    document.removeEventListener('keydown', onLeave, true)
  }
}

/**
 * Whether the user may believe to be in a field: one had the focus within the last second, or the one that had it was
 * taken away and nothing took its place. The letters that follow at once belong to the same words.
 */
export function mayBeMeantForField(): boolean {
  const now = Date.now()
  const isLost = document.activeElement === document.body && last?.element.isConnected === false
  if (isLost && last?.path !== location.pathname) last = null
  const isMeant = (isLost && last !== null) || now - field.opened < TYPING_MS || now - field.typed < TYPING_MS
  if (!isMeant) return false
  field.typed = now
  last = null
  return true
}

/** Whether an element takes what is typed as its text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button)$/.test(target.type)
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}
