import { Suspense } from 'react'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { listProviders, providersChanged } from '../contract.ts'
import { useText } from '../texts.ts'
import { DiagnosticsCard } from './diagnostics-card.tsx'
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
