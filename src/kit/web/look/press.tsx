import { Link } from '@tanstack/react-router'
import { type HTMLAttributes, type MouseEvent, type MouseEventHandler, useId, useRef } from 'react'
import { BlockedReason } from './blocked-reason.tsx'

/**
 * An element that can be pressed: a button, with `to` a link to a page of the portal, with `href` one to an address or
 * a file.
 */
export type ButtonBaseProps = Omit<HTMLAttributes<HTMLElement>, 'onClick'> & {
  to?: string
  href?: string
  download?: boolean
  target?: string
  rel?: string
  type?: 'submit'
  /** For a moment, or for what nobody can change; a user who can do something about it gets `blocked`. */
  disabled?: boolean | undefined
  /** Why the button cannot be used now, for the user: it keeps the focus, does nothing, and says this beside itself. */
  blocked?: string | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
}

/** The element of a `ButtonBase`. */
export function ButtonBase({ to, href, download, target, rel, type, disabled, blocked, ...rest }: ButtonBaseProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  if (to !== undefined) return <Link to={to} {...rest} />
  if (href !== undefined) return <a href={href} download={download} target={target} rel={rel} {...rest} />
  const isBlocked = blocked !== undefined && !disabled
  const off = { 'aria-disabled': true, 'aria-describedby': id, 'data-disabled': true, onClick: doNothing } as const
  return (
    <>
      <button ref={button} type={type ?? 'button'} disabled={disabled} {...rest} {...(isBlocked ? off : {})} />
      {isBlocked && (
        <BlockedReason id={id} of={button}>
          {blocked}
        </BlockedReason>
      )}
    </>
  )
}

/** Also keeps a button from sending its form, and Enter in a field from pressing it. */
function doNothing(event: MouseEvent): void {
  event.preventDefault()
}
