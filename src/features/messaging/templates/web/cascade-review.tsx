import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { InputFields } from '#kit/web/form/input-fields.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import type { CascadeRow, InputValues, Template } from '../contract/template.ts'
import { previewCascade } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './cascade-review.module.css'
import { ChangedText } from './changed-text.tsx'
import type { templateBody } from './template-values.ts'

type Corrections = Record<string, InputValues>

/** Each announcement before and after the change of its template; saving needs all their values. */
export function CascadeReview(props: {
  template: Template
  body: ReturnType<typeof templateBody>
  pending: boolean
  onSave: (corrections: Corrections) => void
  onClose: () => void
}) {
  const t = useText()
  const { template, body, pending, onSave, onClose } = props
  const [corrections, setCorrections] = useState<Corrections>({})
  const input = { params: { id: template.id }, body: { ...body, corrections } }
  const query = useQueryOf(previewCascade, input, { keep: true })
  const brokenCount = query.data?.broken ?? 0
  const good = (query.data?.total ?? 0) - brokenCount
  const countTexts = (count: number) => ({ announcements: count.toLocaleString('en-GB'), count })
  return (
    <FormDialog
      title={t('cascade.title')}
      size={1080}
      submitLabel={t('cascade.save')}
      pending={pending}
      disabled={!query.data || brokenCount > 0 || query.isFetching}
      onSubmit={() => onSave(corrections)}
      onClose={onClose}
    >
      <QueryView query={query} rows={4}>
        {(data) => (
          <>
            {brokenCount > 0 && <InlineAlert colour="red">{t('cascade.broken', countTexts(brokenCount))}</InlineAlert>}
            {good > 0 && <p className="form-words">{t('cascade.good', countTexts(good))}</p>}
            <ul className={classes.rows}>
              {data.announcements.map((row) => (
                <ReviewRow
                  key={row.id}
                  row={row}
                  template={body}
                  values={{ ...row.inputs, ...corrections[row.id] }}
                  corrected={row.id in corrections}
                  onChange={(values) => setCorrections({ ...corrections, [row.id]: values })}
                />
              ))}
            </ul>
            {data.total > data.announcements.length && (
              <p className="form-words">
                {t('cascade.shown', {
                  shown: data.announcements.length.toLocaleString('en-GB'),
                  total: data.total.toLocaleString('en-GB'),
                })}
              </p>
            )}
          </>
        )}
      </QueryView>
    </FormDialog>
  )
}

function ReviewRow(props: {
  row: CascadeRow
  template: ReturnType<typeof templateBody>
  values: InputValues
  corrected: boolean
  onChange: (values: InputValues) => void
}) {
  const t = useText()
  const { row, template, values, corrected, onChange } = props
  const names = new Set(row.errors.map(({ name }) => name))
  const inputs = template.userInputs.filter(({ name }) => names.has(name) || corrected)
  const others = row.errors.filter(({ name }) => !template.userInputs.some((input) => input.name === name))
  const errors = Object.fromEntries(row.errors.map(({ name, message }) => [name, message]))
  return (
    <li data-broken={row.errors.length > 0 || undefined}>
      <p className={classes.figures}>
        {t('cascade.figures', {
          delivered: row.delivered.toLocaleString('en-GB'),
          acknowledged: row.acknowledged.toLocaleString('en-GB'),
        })}
      </p>
      <div className={classes.texts}>
        {(['before', 'after'] as const).map((side) => (
          <div key={side}>
            <p className={classes.side}>{t(`cascade.${side}`)}</p>
            <ChangedText side={side} before={row.before.title} after={row.after.title} strong />
            <ChangedText side={side} before={row.before.message} after={row.after.message} />
          </div>
        ))}
      </div>
      {others.map(({ name, message }) => (
        <InlineAlert key={name} colour="red">
          {t('cascade.flaw', { name, message })}
        </InlineAlert>
      ))}
      {inputs.length > 0 && (
        <div className="form-fields">
          <InputFields inputs={inputs} values={values} errors={errors} onChange={onChange} />
        </div>
      )}
    </li>
  )
}
