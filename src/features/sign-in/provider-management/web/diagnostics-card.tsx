import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconStethoscope } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { diagnoseDomain } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptLines } from './attempt-lines.tsx'
import { AttemptSteps } from './attempt-steps.tsx'
import classes from './diagnostics-card.module.css'

/** Why users of a company cannot sign in: where they are routed, what was checked, and the setting to change. */
export function DiagnosticsCard(props: {
  domain: string | undefined
  onLook: (domain: string) => void
  onOpen: (provider: string) => void
}) {
  const t = useText()
  const [typed, setTyped] = useState(props.domain ?? '')
  return (
    <Card title={t('diagnostics.title')} note={t('diagnostics.note')}>
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault()
          if (!typed.trim()) return
          void refresh(diagnoseDomain)
          props.onLook(typed.trim())
        }}
      >
        <TextInput
          label={t('diagnostics.domain')}
          maxLength={320}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="light" leftSection={<IconStethoscope size={16} aria-hidden />}>
          {t('diagnostics.look')}
        </Button>
      </form>
      {props.domain && <Report domain={props.domain} onOpen={props.onOpen} />}
    </Card>
  )
}

function Report({ domain, onOpen }: { domain: string; onOpen: (provider: string) => void }) {
  const t = useText()
  const query = useQueryOf(diagnoseDomain, { query: { domain } }, { keep: true })
  useTopic(attemptsChanged, {}, () => void refresh(diagnoseDomain))
  return (
    <QueryView query={query} rows={3} notFound={<p role="alert">{query.error?.message}</p>}>
      {({ domain, provider, diagnosis, checks, attempts }) => (
        <div className={classes.report} aria-live="polite">
          {provider && <p>{t('diagnostics.goes', { domain, name: provider.name })}</p>}
          {!diagnosis && <p className={classes.well}>{t('diagnostics.well')}</p>}
          {diagnosis?.finding && (
            <div className={classes.diagnosis}>
              <h3>{t('diagnostics.wrong')}</h3>
              <p>{t(`finding.${diagnosis.finding}.what`, diagnosis.values)}</p>
              <p>{t(`finding.${diagnosis.finding}.change`, diagnosis.values)}</p>
              <p>
                {t('diagnostics.setting', { setting: t(`setting.${diagnosis.setting as 'issuer'}`) })}{' '}
                {provider && provider.type !== 'EMBEDDED' && (
                  <Button variant="subtle" size="compact-sm" onClick={() => onOpen(provider.id)}>
                    {t('diagnostics.change')}
                  </Button>
                )}
              </p>
            </div>
          )}
          <h3>{t('diagnostics.checks')}</h3>
          <AttemptSteps steps={checks} />
          {attempts.length > 0 && (
            <>
              <h3>{t('diagnostics.attempts')}</h3>
              <AttemptLines attempts={attempts} />
            </>
          )}
        </div>
      )}
    </QueryView>
  )
}
