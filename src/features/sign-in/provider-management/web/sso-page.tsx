import { TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { attemptsChanged } from '#features/sign-in/identity-providers/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus, IconStethoscope } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { diagnoseDomain, listProviders, providersChanged } from '../contract.ts'
import { useText } from '../texts.ts'
import { AttemptLines } from './attempt-lines.tsx'
import { AttemptSteps } from './attempt-steps.tsx'
import diagnosticsCardClasses from './diagnostics-card.module.css'
import { useLabel } from './label.ts'
import { ProviderList } from './provider-list.tsx'
import classes from './sso-page.module.css'

const loadPanel = () => import('./provider-panel.tsx')
const NewProvider = lazyNamed(loadPanel, 'NewProvider')
const ProviderPanel = lazyNamed(loadPanel, 'ProviderPanel')

/** Identity providers: settings, tests, and diagnostics of failed sign-ins. */
export function SsoPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'provider' | 'domain'>()
  const open = (id: string | undefined) => change({ provider: id })
  const result = useQueryOf(listProviders, {})
  useTopic(providersChanged, {}, () => void refresh(listProviders))
  const close = () => open(undefined)
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={15} aria-hidden />}
      disabled={query.provider === 'new'}
      onClick={() => open('new')}
    >
      {t('add')}
    </Button>
  )
  return (
    <QueryView query={result} page rows={6}>
      {({ _embedded: { identity_providers: providers } }) => {
        const provider = providers.find(({ id }) => id === query.provider)
        const detail =
          query.provider === 'new' ? (
            <NewProvider onClose={close} onMade={open} />
          ) : provider ? (
            <ProviderPanel key={provider.id} provider={provider} onClose={close} />
          ) : null
        return (
          <Page kind="fill">
            <PageHeader title={label('page')} note={t('note')} actions={add} />
            <SplitView
              name="providers"
              list={
                <div className={classes.side}>
                  <ProviderList providers={providers} open={provider?.id} onOpen={open} />
                  <DiagnosticsCard domain={query.domain} onLook={(domain) => change({ domain })} onOpen={open} />
                </div>
              }
              detail={detail && <Suspense fallback={<LoadingRows rows={6} />}>{detail}</Suspense>}
            />
            {phone && !detail && <BottomBar>{add}</BottomBar>}
          </Page>
        )
      }}
    </QueryView>
  )
}

/** Why users of a company cannot sign in: where they are routed, what was checked, and the setting to change. */
function DiagnosticsCard(props: {
  domain: string | undefined
  onLook: (domain: string) => void
  onOpen: (provider: string) => void
}) {
  const t = useText()
  const [typed, setTyped] = useState(props.domain ?? '')
  return (
    <Card title={t('diagnostics.title')} note={t('diagnostics.note')}>
      <form
        className={diagnosticsCardClasses.ask}
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
        <div className={diagnosticsCardClasses.report} aria-live="polite">
          {provider && <p>{t('diagnostics.goes', { domain, name: provider.name })}</p>}
          {!diagnosis && <p className={diagnosticsCardClasses.well}>{t('diagnostics.well')}</p>}
          {diagnosis?.finding && (
            <div className={diagnosticsCardClasses.diagnosis}>
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
