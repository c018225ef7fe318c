/** A pointer that moved further slides off what it pressed, or drags. */
const STEADY_PX = 4

/**
 * A press that does not move clicks what it began on, also where the page moves in between, because a response or a
 * part of it arrives: without this the release meets another element, and the browser gives the click to neither.
 */
export function keepPresses(): void {
  let press: { element: Element; at: PointerEvent } | undefined
  addEventListener(
    'pointerdown',
    (at) => {
      const element = at.target instanceof Element ? at.target.closest('a, button, input, [role="option"]') : null
      // A finger is bound to what it touches by the browser.
      press = element && at.button === 0 && at.pointerType === 'mouse' ? { element, at } : undefined
      press?.element.setPointerCapture(at.pointerId)
    },
    true,
  )
  addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (!press || Math.hypot(clientX - press.at.clientX, clientY - press.at.clientY) <= STEADY_PX) return
      const { element, at } = press
      if (element.hasPointerCapture(at.pointerId)) element.releasePointerCapture(at.pointerId)
      press = undefined
    },
    true,
  )
}
