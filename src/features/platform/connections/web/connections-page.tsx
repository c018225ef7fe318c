import { Link } from '@tanstack/react-router'
import { accountsPath } from '#features/accounts/account-pages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPlugConnected, IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { type Connection, listConnections } from '../contract.ts'
import { connectionPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { ConnectionBadges } from './connection-badges.tsx'
import { useLabel } from './label.ts'
import { useLiveConnections } from './use-live-connections.ts'

/** Every connection to an outside system, with its state. */
export function ConnectionsPage() {
  const t = useText()
  const label = useLabel()
  useLiveConnections()
  const query = useQueryOf(listConnections, { query: {} })
  const connections = query.data?._embedded.connections
  const failing = connections?.filter((one) => one.failing && one.state !== 'STOPPED') ?? []
  const columns: readonly PlainColumn<Connection>[] = [
    {
      id: 'name',
      label: t('name'),
      cell: ({ id, port, label: own, systemName }) => (
        <span className={classes.name}>
          <Link to={connectionPath({ connectionId: id })}>{t(`port.${port}`)}</Link>
          <span className={classes.quiet}>{own && own !== systemName ? `${systemName} · ${own}` : systemName}</span>
        </span>
      ),
    },
    {
      id: 'account',
      label: t('account'),
      width: 12,
      wide: true,
      cell: ({ account }) => account?.displayName ?? t('shared'),
    },
    {
      id: 'state',
      label: t('state'),
      width: 11,
      cell: (connection) => (
        <span className={classes.badges}>
          <ConnectionBadges connection={connection} />
        </span>
      ),
    },
    {
      id: 'success',
      label: t('lastSuccess'),
      width: 8,
      wide: true,
      cell: ({ lastSuccess }) => (lastSuccess ? <Age at={lastSuccess} /> : t('never')),
    },
    {
      id: 'waiting',
      label: t('waiting'),
      width: 6,
      align: 'right',
      wide: true,
      cell: ({ waiting }) => (waiting ? formatCount(waiting) : '–'),
    },
    {
      id: 'failed',
      label: t('failed'),
      width: 7,
      align: 'right',
      wide: true,
      cell: ({ failed }) => (failed ? formatCount(failed) : '–'),
    },
  ]
  return (
    <Page>
      <PageHeader
        title={label('connections')}
        note={connections && connections.length > 0 ? t('note', { count: connections.length }) : ''}
      />
      {failing.length > 0 && (
        <Callout
          colour="red"
          icon={<IconPlugConnectedX size={18} aria-hidden />}
          title={t('failingNow', { count: failing.length })}
        >
          {t('failingNowText')}
        </Callout>
      )}
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState
            colour="blue"
            icon={<IconPlugConnected size={22} aria-hidden />}
            title={t('empty')}
            actions={<Button to={accountsPath()}>{t('openAccounts')}</Button>}
          >
            {t('emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded }) => (
          <PlainTable label={label('connections')} columns={columns} rows={_embedded.connections} id={({ id }) => id} />
        )}
      </QueryView>
    </Page>
  )
}
