import type { ReactElement } from 'react'
import { LazyMenu } from '../lazy-menu.tsx'
import { lazyNamed } from '../lazy-named.ts'
import type { MenuAction } from './menu-action.ts'

const load = () => import('./action-menu-list.tsx')
const ActionMenuList = lazyNamed(load, 'ActionMenuList')

/** Actions behind a button, `face`, with a line between two groups. The list is loaded after the first page. */
export function ActionMenu(props: {
  face: (press?: () => void) => ReactElement
  groups: readonly (readonly MenuAction[])[]
  position?: 'bottom-start' | 'bottom-end'
  /** The list stays inside the landmark of its button, where nothing cuts it off. */
  inPage?: boolean
}) {
  const { face, groups, position = 'bottom-end', inPage = false } = props
  return (
    <LazyMenu face={face} load={load}>
      <ActionMenuList
        face={face()}
        groups={groups.filter((group) => group.length > 0)}
        position={position}
        inPage={inPage}
      />
    </LazyMenu>
  )
}
