import classes from './check-box.module.css'

/** A tick box light enough for every row of a grid. Its toggling tells whether Shift was held. */
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

/** The click does it, since only a click tells of the Shift key. */
function noChange() {}
