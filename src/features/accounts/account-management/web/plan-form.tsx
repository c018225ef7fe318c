import { Switch } from '@mantine/core'
import { useState } from 'react'
import { LimitForm } from './limit-form.tsx'
import { OverLimit } from './over-limit.tsx'
import { useText } from './text.ts'

/** Edits the user limit: a number, unlimited, or nothing. */
export function PlanForm(props: {
  limit: number | null
  used: number | undefined
  busy: boolean
  onSave: (limit: number | null) => void
}) {
  const t = useText()
  const { limit, used, busy, onSave } = props
  const [infinite, setInfinite] = useState(limit === Number.POSITIVE_INFINITY)
  return (
    <LimitForm
      label={t('plan.limit')}
      save={t('plan.save')}
      clear={t('plan.clear')}
      limit={limit}
      instead={infinite ? Number.POSITIVE_INFINITY : undefined}
      busy={busy}
      onSave={onSave}
    >
      {(wanted) => (
        <>
          <Switch
            label={t('plan.infinite')}
            checked={infinite}
            onChange={(event) => setInfinite(event.currentTarget.checked)}
          />
          {limit === null && <p>{t('plan.nothing')}</p>}
          <OverLimit limit={wanted} used={used} />
        </>
      )}
    </LimitForm>
  )
}
