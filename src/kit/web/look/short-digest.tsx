import { CopyButton } from '../states/copy-button.tsx'
import classes from './short-digest.module.css'

/**
 * A digest, shortened: its first and last characters, the whole of it as its title and, with `copy` (the name of the
 * button), to copy. `buttonOnly` leaves the text out where there is no space.
 */
export function ShortDigest(props: { value: string; copy?: string | undefined; buttonOnly?: boolean }) {
  const { value, copy, buttonOnly = false } = props
  const hex = value.slice(value.indexOf(':') + 1)
  return (
    <span className={classes.digest}>
      {!buttonOnly && <code title={value}>{`${hex.slice(0, 4)}…${hex.slice(-4)}`}</code>}
      {copy && <CopyButton value={value} label={copy} />}
    </span>
  )
}
