import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { useSettled } from '../settled.ts'

/**
 * A control whose menu loads behind the first page, for what floats costs many bytes: its `face` stands at once and keeps
 * its place; a click before the menu is there brings it, `wanted` open.
 */
export function LateMenu(props: {
  face: (onClick: () => void) => ReactElement
  children: (wanted: boolean) => ReactNode
}) {
  const settled = useSettled()
  const [wanted, setWanted] = useState(false)
  const face = props.face(() => setWanted(true))
  return <Suspense fallback={face}>{settled || wanted ? props.children(wanted) : face}</Suspense>
}
