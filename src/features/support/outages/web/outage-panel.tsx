import { useEffect } from 'react'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { outagePath } from '../paths.ts'
import { useText } from '../texts.ts'

const POLL_MS = 2_000

/** While a case is converted it shows so and polls until the case shows as outage; then it links to the outage. */
export function OutagePanel({ found }: { found: Case }) {
  const t = useText()
  const running = found.conversion === 'QUEUED'
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void refresh(readCase), POLL_MS)
    return () => clearInterval(timer)
  }, [running])
  if (running) return <Callout colour="blue" title={t('panel.running')} />
  if (found.type !== 'OUTAGE') return null
  return (
    <div style={{ padding: '0.5rem 1rem' }}>
      <Button variant="light" color="red" to={outagePath({ ...found, outageKey: found.key })}>
        {t('panel.open')}
      </Button>
    </div>
  )
}
