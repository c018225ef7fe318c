import { Link } from '@tanstack/react-router'
import { webhookPath } from '#features/platform/webhooks/paths.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import type { TicketSubscription } from '../contract.ts'
import { useText } from '../texts.ts'
import { DeleteSubscription } from './delete-subscription.tsx'
import classes from './exchange.module.css'

/** The addresses that are notified of changes, with the last delivery to each. */
export function SubscriptionTable(props: { account: string; subscriptions: readonly TicketSubscription[] }) {
  const t = useText()
  const account = useAccount()
  return (
    <div>
      <h3>{t('subscriptions')}</h3>
      {props.subscriptions.length === 0 ? (
        <p className={classes.quiet}>{t('noSubscriptions')}</p>
      ) : (
        <PlainTable
          label={t('subscriptions')}
          id={({ id }) => id}
          rows={props.subscriptions}
          columns={[
            {
              id: 'callback',
              label: t('callback'),
              cell: ({ id, callback, query }) => (
                <span className={classes.address} translate="no">
                  {/* The log of its deliveries is the one of webhooks. */}
                  {account ? <Link to={webhookPath({ account, webhookId: id })}>{callback}</Link> : callback}
                  {query && <div className={classes.quiet}>{query}</div>}
                </span>
              ),
            },
            {
              id: 'token',
              label: t('ofToken'),
              wide: true,
              cell: ({ token }) => <span translate="no">{token}</span>,
            },
            { id: 'last', label: t('lastDelivery'), cell: (subscription) => <LastDelivery of={subscription} /> },
            { id: 'state', label: t('state'), width: 6, cell: (subscription) => <State of={subscription} /> },
            {
              id: 'delete',
              label: t('delete'),
              width: 4,
              quiet: true,
              cell: (subscription) => <DeleteSubscription account={props.account} subscription={subscription} />,
            },
          ]}
        />
      )}
    </div>
  )
}

function LastDelivery({ of: { lastSuccess, lastError, waiting } }: { of: TicketSubscription }) {
  const t = useText()
  return (
    <>
      {lastSuccess ? <Age at={lastSuccess} /> : t('none')}
      {waiting > 0 && ` · ${t('waiting', { count: waiting })}`}
      {lastError && (
        <div className={classes.error} translate="no">
          {lastError}
        </div>
      )}
    </>
  )
}

function State({ of: { state, lastError } }: { of: TicketSubscription }) {
  const t = useText()
  if (state === 'PAUSED') return <Badge colour="grey">{t('paused')}</Badge>
  return lastError ? <Badge colour="orange">{t('failing')}</Badge> : <Badge colour="green">{t('active')}</Badge>
}
