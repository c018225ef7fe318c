import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { listAttempts } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptLines } from './attempt-lines.tsx'
import classes from './provider-panel.module.css'

/** The last sign-in attempts through a provider. */
export function AttemptsCard({ provider }: { provider: string }) {
  const t = useText()
  const { data } = useQueryOf(listAttempts, { params: { id: provider } })
  useTopic(attemptsChanged, {}, (message) => {
    if (!message || message.provider === provider) void refresh(listAttempts)
  })
  const attempts = data?._embedded.attempts
  return (
    <Card title={t('attempts.title')} flush>
      {!attempts && <LoadingRows rows={3} />}
      {attempts?.length === 0 && <p className={classes.none}>{t('attempts.none')}</p>}
      {attempts && <AttemptLines attempts={attempts} />}
    </Card>
  )
}
