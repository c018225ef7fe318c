import type { ReactNode } from 'react'
import { IconInfoCircle } from '#kit/web/icons/icons.generated.ts'
import type { BadgeColour } from '../look/colours.ts'
import classes from './notice.module.css'

/** A line within a page with a note on what is below. */
export function InlineAlert({ colour = 'dark-yellow', children }: { colour?: BadgeColour; children: ReactNode }) {
  return (
    <p className={classes.notice} data-c={colour}>
      <IconInfoCircle size={16} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
