import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { listAttempts } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptLines } from './attempt-lines.tsx'
import classes from './provider-panel.module.css'

/** The last sign-in attempts through a provider. */
export function AttemptsCard({ provider }: { provider: string }) {
  const t = useText()
  const query = useQueryOf(listAttempts, { params: { id: provider } })
  useTopic(attemptsChanged, {}, (message) => {
    if (!message || message.provider === provider) void refresh(listAttempts)
  })
  return (
    <Card title={t('attempts.title')} flush>
      <QueryView query={query} rows={3} empty={<p className={classes.none}>{t('attempts.none')}</p>}>
        {({ _embedded: { attempts } }) => <AttemptLines attempts={attempts} />}
      </QueryView>
    </Card>
  )
}
