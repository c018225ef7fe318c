import classes from './check-box.module.css'

/** A check box light enough for every row of a grid. Its toggle event includes whether Shift was held. */
export function CheckBox(props: {
  label: string
  checked: boolean
  mixed?: boolean
  inRow?: boolean
  onToggle: (shift: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={props.label}
      checked={props.checked}
      data-mixed={props.mixed || undefined}
      ref={(box) => {
        if (box) box.indeterminate = props.mixed ?? false
      }}
      tabIndex={props.inRow ? -1 : 0}
      onClick={(event) => {
        event.stopPropagation()
        props.onToggle(event.shiftKey)
      }}
      onChange={noChange}
    />
  )
}

/** Handled by the click, since only a click includes the Shift key. */
function noChange() {}
