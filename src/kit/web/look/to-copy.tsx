import { CopyButton } from '../states/copy-button.tsx'
import classes from './to-copy.module.css'

/**
 * A complete text to copy: a secret, a record, a command. `copy` names the button, `shown` replaces the text where it
 * is more readable.
 */
export function CopyableText(props: { label?: string; text: string; shown?: string; copy: string }) {
  return (
    <div>
      {props.label && <div className={classes.label}>{props.label}</div>}
      <div className={classes.text}>
        <code>{props.shown ?? props.text}</code>
        <CopyButton value={props.text} label={props.copy} />
      </div>
    </div>
  )
}
