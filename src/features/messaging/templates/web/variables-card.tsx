import { Card } from '#kit/web/look/card.tsx'
import { useText } from '../texts.ts'
import classes from './editor.module.css'
import type { Variable } from './variable-menu.tsx'

/** The variables that the portal fills, with the values of the user. */
export function VariablesCard({ variables }: { variables: readonly Variable[] }) {
  const t = useText()
  return (
    <Card title={t('variables.title')} note={t('variables.note')}>
      <dl className={classes.variables}>
        {variables
          .filter(({ group }) => group !== 'inputs')
          .map(({ name, note }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{note}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}
