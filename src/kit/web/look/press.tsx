import { Link } from '@tanstack/react-router'
import type { HTMLAttributes, MouseEventHandler } from 'react'

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
  disabled?: boolean | undefined
  onClick?: MouseEventHandler<HTMLElement> | undefined
}

/** The element of a `ButtonBase`. */
export function ButtonBase({ to, href, download, target, rel, type, disabled, ...rest }: ButtonBaseProps) {
  if (to !== undefined) return <Link to={to} {...rest} />
  if (href !== undefined) return <a href={href} download={download} target={target} rel={rel} {...rest} />
  return <button type={type ?? 'button'} disabled={disabled} {...rest} />
}
