import { Button } from '#kit/web/look/button.tsx'
import type { TemplateError } from '../contract/template.ts'
import { useText } from '../texts.ts'
import classes from './editor.module.css'
import { nearestName } from './variable-before.ts'

/** The errors of a template; a mistyped variable can be replaced by the one that is meant. */
export function TemplateErrors(props: {
  errors: readonly TemplateError[]
  names: readonly string[]
  onReplace: (error: TemplateError, name: string) => void
}) {
  const t = useText()
  const { names, onReplace } = props
  if (props.errors.length === 0) return null
  return (
    <ul className={classes.errors} aria-live="polite">
      {props.errors.map((error) => {
        const { field, reason, name, line, column, start } = error
        const near = reason === 'unknown' ? nearestName(name, names) : undefined
        return (
          <li key={`${field} ${reason} ${start} ${name}`}>
            <span>
              {t(`error.${reason}`, {
                name,
                line: line.toLocaleString('en-GB'),
                column: column.toLocaleString('en-GB'),
              })}
            </span>
            {near && (
              <Button size="compact-sm" variant="default" onClick={() => onReplace(error, near)}>
                {t('error.replace', { name: near })}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
