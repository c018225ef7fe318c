import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { OverLimit } from './over-limit.tsx'
import { useText } from './text.ts'

/** Says what is agreed: a number, no limit, or nothing. The number outlives a turn to no limit and back. */
export function PlanForm(props: {
  limit: number | null
  used: number | undefined
  busy: boolean
  onSave: (limit: number | null) => void
}) {
  const t = useText()
  const { limit, used, busy, onSave } = props
  const [number, setNumber] = useState(limit !== null && Number.isFinite(limit) ? `${limit}` : '')
  const [infinite, setInfinite] = useState(limit === Number.POSITIVE_INFINITY)
  const [tried, setTried] = useState(false)
  const wanted = infinite ? Number.POSITIVE_INFINITY : /^\d{1,7}$/.test(number) ? Number(number) : null
  return (
    <form
      className="form-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (wanted !== null) onSave(wanted)
      }}
    >
      <div className="form-fields">
        <TextInput
          label={t('plan.limit')}
          inputMode="numeric"
          maxLength={7}
          disabled={infinite}
          value={number}
          error={tried && wanted === null && t('plan.limitWrong')}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      <Switch
        label={t('plan.infinite')}
        checked={infinite}
        onChange={(event) => setInfinite(event.currentTarget.checked)}
      />
      {limit === null && <p>{t('plan.nothing')}</p>}
      <OverLimit limit={wanted} used={used} />
      <div className="form-actions">
        {limit !== null && (
          <Button variant="subtle" loading={busy} onClick={() => onSave(null)}>
            {t('plan.clear')}
          </Button>
        )}
        <Button type="submit" variant="filled" disabled={wanted === limit && wanted !== null} loading={busy}>
          {t('plan.save')}
        </Button>
      </div>
    </form>
  )
}
