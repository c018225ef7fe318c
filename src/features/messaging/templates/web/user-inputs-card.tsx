import { Suspense, useState } from 'react'
import { InputFields } from '#kit/web/form/input-fields.tsx'
import { IconPencil, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { InputValues, UserInput } from '../contract/template.ts'
import { useText } from '../texts.ts'
import classes from './editor.module.css'

const InputDialog = lazyNamed(() => import('./input-dialog.tsx'), 'InputDialog')

/** The user inputs of a template, each with a value for the preview. */
export function UserInputsCard(props: {
  inputs: readonly UserInput[]
  /** How often each is used. */
  uses: ReadonlyMap<string, number>
  values: InputValues
  onValues: (values: InputValues) => void
  onChange: (inputs: UserInput[]) => void
}) {
  const t = useText()
  const { inputs, uses, values, onValues, onChange } = props
  const [editedIndex, setEditedIndex] = useState<number | 'new'>()
  const input = typeof editedIndex === 'number' ? (inputs[editedIndex] ?? null) : null
  const close = () => setEditedIndex(undefined)
  const replaceWith = (...replacement: UserInput[]) => {
    const index = typeof editedIndex === 'number' ? editedIndex : inputs.length
    onChange([...inputs.slice(0, index), ...replacement, ...inputs.slice(index + 1)])
    close()
  }
  return (
    <Card
      title={t('inputs.title')}
      note={t('inputs.note')}
      right={
        <IconButton size={28} aria-label={t('inputs.add')} onClick={() => setEditedIndex('new')}>
          <IconPlus size={16} aria-hidden />
        </IconButton>
      }
    >
      {inputs.length === 0 && <p className="form-words">{t('inputs.none')}</p>}
      <div className={classes.inputs}>
        {inputs.map((one, index) => {
          const times = uses.get(one.name) ?? 0
          return (
            <div key={one.name}>
              <div className={classes.inputHead}>
                <code>{one.name}</code>
                <span>{t(`inputs.${one.type}`)}</span>
                <span data-warning={times === 0 || undefined}>
                  {times === 0
                    ? t('inputs.unused')
                    : t('inputs.uses', { times: times.toLocaleString('en-GB'), count: times })}
                </span>
                <IconButton
                  size={28}
                  aria-label={t('inputs.edit', { name: one.name })}
                  onClick={() => setEditedIndex(index)}
                >
                  <IconPencil size={15} aria-hidden />
                </IconButton>
              </div>
              <InputFields inputs={[one]} values={values} errors={{}} onChange={onValues} />
            </div>
          )
        })}
      </div>
      {editedIndex !== undefined && (
        <Suspense fallback={null}>
          <InputDialog input={input} onSave={replaceWith} onRemove={() => replaceWith()} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}
