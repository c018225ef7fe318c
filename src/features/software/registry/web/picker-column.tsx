import classes from './container-picker.module.css'

/** One level of the picker: names, one of them chosen. */
export function PickerColumn(props: {
  label: string
  names: readonly string[]
  chosen: string | undefined
  onChoose: (name: string) => void
}) {
  const { label, names, chosen, onChoose } = props
  return (
    <fieldset className={classes.column}>
      <legend>{label}</legend>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
