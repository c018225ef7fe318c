import { useState } from 'react'
import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlayerPlay } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { type IdentityProvider, listAttempts, missingSettings, readAttempt, testProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptSteps } from './attempt-steps.tsx'
import classes from './provider-panel.module.css'

/** Signs in at the provider in a separate window and shows each step as it happens; it creates no session. */
export function TestCard({ provider }: { provider: IdentityProvider }) {
  const t = useText()
  const [attempt, setAttempt] = useState<string>()
  const [isBlocked, setBlocked] = useState(false)
  const begin = useMutationOf(testProvider, { refreshes: [listAttempts] })
  const missing = missingSettings(provider).length > 0
  function start() {
    // Opened by the click itself, or browsers block it; it is redirected once the test is ready.
    const testWindow = window.open('about:blank', '_blank', 'popup,width=560,height=720')
    setBlocked(testWindow === null)
    if (!testWindow) return
    begin.mutate(
      { params: { id: provider.id } },
      {
        onSuccess: ({ attempt: id, url }) => {
          setAttempt(id)
          testWindow.location.assign(url)
        },
        onError: () => testWindow.close(),
      },
    )
  }
  return (
    <Card title={t('panel.test')}>
      <div className={classes.stack}>
        <p className={classes.note}>{t('test.text', { name: provider.name })}</p>
        {missing && <p className={classes.note}>{t('test.missing')}</p>}
        {isBlocked && <p role="alert">{t('test.blocked')}</p>}
        <div>
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            disabled={missing}
            loading={begin.isPending}
            onClick={start}
          >
            {t(attempt ? 'test.again' : 'test.start')}
          </Button>
        </div>
        {attempt && <Progress attempt={attempt} />}
      </div>
    </Card>
  )
}

function Progress({ attempt }: { attempt: string }) {
  const t = useText()
  const { data } = useQueryOf(readAttempt, { params: { attempt } })
  useTopic(attemptsChanged, {}, (message) => {
    if (!message || message.attempt === attempt) void refresh(readAttempt)
  })
  return (
    <div className={classes.stack} aria-live="polite">
      {data && <AttemptSteps steps={data.steps} />}
      {data?.outcome === 'UNDER_WAY' && <p className={classes.note}>{t('test.waiting')}</p>}
      {data?.outcome === 'TESTED' && <p className={classes.well}>{t('test.passed', { email: data.email ?? '' })}</p>}
      {data?.outcome === 'REJECTED' && <p className={classes.wrong}>{t('test.stopped')}</p>}
    </div>
  )
}
