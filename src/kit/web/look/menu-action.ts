import type { ReactNode } from 'react'

/** One action of a menu, or a link with `href`; `blocked` disables it and shows why. */
export type MenuAction = {
  label: string
  icon?: ReactNode
  checked?: boolean
  blocked?: string | undefined
  /** Where a file is downloaded from. */
  href?: string | undefined
  run?: () => void
}
