import type { ReactNode } from 'react'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import type { BadgeColour } from '../look/colours.ts'
import { IconButton } from '../look/icon-button.tsx'
import { useText } from '../text/kit-text.ts'
import classes from './banner.module.css'

/** One line above the header, over the full width: the problem, and at most one action. */
export function Banner(props: {
  colour: BadgeColour | 'impersonation'
  icon: ReactNode
  title: ReactNode
  children?: ReactNode
  right?: ReactNode
  onClose?: () => void
  /** The name of the close button, where several banners are shown together. */
  closeLabel?: string
}) {
  const t = useText()
  return (
    <div className={classes.banner} data-c={props.colour} data-shell role="status">
      {props.icon}
      <div className={classes.words}>
        <strong>{props.title}</strong>
        {props.children && <span>{props.children}</span>}
      </div>
      {props.right && <div className={classes.right}>{props.right}</div>}
      {props.onClose && (
        <IconButton
          size={24}
          className={classes.close}
          aria-label={props.closeLabel ?? t('close')}
          onClick={props.onClose}
        >
          <IconX size={15} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
