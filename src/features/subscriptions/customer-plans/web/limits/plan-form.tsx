import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useSeatsText } from '../../texts.ts'
import { LimitForm } from './limit-form.tsx'
import { OverLimit } from './over-limit.tsx'

/** Edits the user limit: a number, unlimited, or nothing. */
export function PlanForm(props: {
  limit: number | null
  used: number | undefined
  busy: boolean
  onSave: (limit: number | null) => void
}) {
  const t = useSeatsText()
  const { limit, used, busy, onSave } = props
  const [infinite, setInfinite] = useState(limit === Number.POSITIVE_INFINITY)
  return (
    <LimitForm
      label={t('seats.limit')}
      save={t('seats.save')}
      clear={t('seats.clear')}
      limit={limit}
      instead={infinite ? Number.POSITIVE_INFINITY : undefined}
      busy={busy}
      onSave={onSave}
    >
      {(wanted) => (
        <>
          <Switch
            label={t('seats.infinite')}
            checked={infinite}
            onChange={(event) => setInfinite(event.currentTarget.checked)}
          />
          {limit === null && <p>{t('seats.nothing')}</p>}
          <OverLimit limit={wanted} used={used} />
        </>
      )}
    </LimitForm>
  )
}
