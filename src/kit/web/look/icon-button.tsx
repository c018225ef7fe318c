import classes from './icon-button.module.css'
import { ButtonBase, type ButtonBaseProps } from './press.tsx'

/** A square button, or link, with an icon alone; it needs a name. 32 pixels by default. */
export function IconButton(
  props: ButtonBaseProps & {
    'aria-label': string
    /** White with a border; otherwise bare. */
    variant?: 'default'
    size?: 24 | 28 | 32 | 44
    loading?: boolean | undefined
  },
) {
  const { variant, size = 32, loading, ...press } = props
  return (
    <ButtonBase
      {...press}
      className={press.className ? `${classes.button} ${press.className}` : classes.button}
      data-variant={variant}
      data-size={size}
      data-loading={loading || undefined}
      disabled={press.disabled || loading}
    />
  )
}
