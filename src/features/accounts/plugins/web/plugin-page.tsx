import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { readAudit } from '#features/platform/audit/contract.ts'
import { operateConnections, readConnection } from '#features/platform/connections/contract.ts'
import {
  ConnectButton,
  ConnectionActions,
  ConnectionAudit,
  ConnectionDetails,
} from '#features/platform/connections/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPuzzle } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { Parts } from '#kit/web/parts.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { IfAllowed, useAllows } from '#kit/web/who/allowed.tsx'
import type { PluginDetails } from '../contract.ts'
import { pluginsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { pluginIcons } from './plugin-icons.ts'
import { pluginSections } from './plugin-sections.ts'
import { PluginStatus } from './plugin-status.tsx'
import { systemText } from './system-text.ts'
import { usePlugins } from './use-plugins.ts'

/** One plugin of an account; operators set up its connection here, and see its diagnostics. */
export function PluginPage() {
  const t = useText()
  const { plugin: name = '' } = useParams({ strict: false }) as { plugin?: string }
  const { account, plugins, query } = usePlugins()
  const plugin = plugins?.find((one) => one.name === name)
  const back = account ? pluginsPath({ account }) : '/'
  usePageLabel(plugin && t(`name.${plugin.name}`), { back })
  const gone = (
    <NotFoundState
      page
      icon={IconPuzzle}
      title={t('gone')}
      actions={
        <Button variant="default" to={back}>
          {t('all')}
        </Button>
      }
    >
      {t('goneText')}
    </NotFoundState>
  )
  return (
    <QueryView page query={query} rows={6} notFound={gone}>
      {() => {
        if (!plugin || !account) return gone
        return plugin.connection ? (
          <ConnectedPlugin plugin={plugin} id={plugin.connection.id} back={back} />
        ) : (
          <UnconnectedPlugin plugin={plugin} account={account} />
        )
      }}
    </QueryView>
  )
}

function UnconnectedPlugin({ plugin, account }: { plugin: PluginDetails; account: AccountChoice }) {
  const t = useText()
  const { name, system } = plugin
  const Icon = pluginIcons[name]
  const connect = (
    <Suspense>
      <IfAllowed permission={operateConnections}>
        <ConnectButton port={name} account={account.name} />
      </IfAllowed>
    </Suspense>
  )
  return (
    <Frame plugin={plugin} actions={connect}>
      {system === 'embedded' ? (
        <Facts plugin={plugin} />
      ) : (
        <EmptyState colour="blue" icon={<Icon size={22} aria-hidden />} title={t('absentTitle')}>
          {t('absentText', { name: t(`name.${name}`), account: account.displayName })}
        </EmptyState>
      )}
    </Frame>
  )
}

function ConnectedPlugin({ plugin, id, back }: { plugin: PluginDetails; id: string; back: string }) {
  const t = useText()
  const mayOperate = useAllows(operateConnections)
  const { data: connection } = useQueryOf(readConnection, { params: { id } }, { enabled: mayOperate })
  return (
    <Frame
      plugin={plugin}
      actions={<Suspense>{connection && <ConnectionActions connection={connection} back={back} />}</Suspense>}
    >
      {connection ? (
        <Suspense fallback={<LoadingRows rows={6} />}>
          <ConnectionDetails connection={connection} />
        </Suspense>
      ) : (
        <>
          <Facts plugin={plugin} />
          <Suspense>
            <IfAllowed permission={readAudit} account={plugin.accountName}>
              <ConnectionAudit id={id} name={systemText(t, plugin)} />
            </IfAllowed>
          </Suspense>
        </>
      )}
    </Frame>
  )
}

function Frame({ plugin, actions, children }: { plugin: PluginDetails; actions: ReactNode; children: ReactNode }) {
  const t = useText()
  const phone = useIsMobile()
  const mayOperate = useAllows(operateConnections)
  const { name, state } = plugin
  return (
    <Page>
      <PageHeader
        stacked
        title={t(`name.${name}`)}
        badges={<StateBadge kind="plugin" state={state} />}
        note={systemText(t, plugin)}
        actions={actions}
      />
      {children}
      <Parts place={pluginSections} name={name} account={plugin.accountName} />
      {phone && mayOperate && <BottomBar>{actions}</BottomBar>}
    </Page>
  )
}

function Facts({ plugin }: { plugin: PluginDetails }) {
  const t = useText()
  const { items, refreshedAt, connection } = plugin
  return (
    <Card>
      <DescriptionList
        lines={[
          [t('state'), <PluginStatus key="status" plugin={plugin} />],
          [t('items'), items !== null && formatCount(items)],
          [t('refreshed'), refreshedAt && formatDateTime(refreshedAt)],
          [t('lastSuccess'), connection?.lastSuccess && formatDateTime(connection.lastSuccess)],
          [t('queue'), connection && t('waiting', { count: connection.waiting })],
        ]}
      />
    </Card>
  )
}
