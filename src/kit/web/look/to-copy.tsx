import { CopyButton } from '../states/copy-button.tsx'
import classes from './to-copy.module.css'

/** A text to be carried elsewhere, whole: a secret, a record, a command. `copy` names the button, `shown` stands for the text where it reads better. */
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
