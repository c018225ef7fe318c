import type { ReactNode } from 'react'
import classes from './button.module.css'
import { ButtonBase, type ButtonBaseProps } from './press.tsx'

type ButtonProps = ButtonBaseProps & {
  /** White, tinted, bare, or with a border; filled for the primary action of its view. */
  variant?: 'filled' | 'default' | 'light' | 'subtle' | 'outline'
  color?: ButtonColour
  /** 32, 28, 24 or 40 pixels high. */
  size?: 'sm' | 'compact-sm' | 'xs' | 'lg'
  leftSection?: ReactNode
  rightSection?: ReactNode
  /** Shows that it is busy, and ignores further presses. */
  loading?: boolean | undefined
}

/** The colours of buttons; all but blue and red are for what changes a state that has the colour. */
export type ButtonColour = 'blue' | 'green' | 'red' | 'yellow' | 'orange'

/**
 * A button with text, or a link in the style of one. Not Mantine's, because it is on every first page: it is one
 * element with classes.
 */
export function Button(props: ButtonProps) {
  const { variant = 'filled', color = 'blue', size = 'sm', leftSection, rightSection, loading, ...press } = props
  return (
    <ButtonBase
      {...press}
      className={press.className ? `${classes.button} ${press.className}` : classes.button}
      data-button={variant}
      data-color={color}
      data-size={size}
      data-left={leftSection ? true : undefined}
      data-right={rightSection ? true : undefined}
      data-loading={loading || undefined}
      disabled={press.disabled || loading}
    >
      {leftSection && <span className={classes.left}>{leftSection}</span>}
      <span className={classes.label}>{press.children}</span>
      {rightSection && <span className={classes.right}>{rightSection}</span>}
    </ButtonBase>
  )
}

/** Buttons that form one group. */
export function ButtonGroup({ children }: { children: ReactNode }) {
  return <div className={classes.group}>{children}</div>
}
