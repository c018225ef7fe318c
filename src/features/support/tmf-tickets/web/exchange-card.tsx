import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { webhookPath } from '#features/platform/webhooks/paths.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import {
  type AccountToken,
  deleteTicketSubscription,
  readTicketExchange,
  revokeAccountToken,
  type TicketSubscription,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'

const NewToken = lazyNamed(() => import('./new-token.tsx'), 'NewToken')
const MappingCards = lazyNamed(() => import('./mapping-cards.tsx'), 'MappingCards')

/** Address, tokens and subscriptions of an account's ticket systems, and how tickets are mapped. */
export function ExchangeCard({ account }: { account: string }) {
  const t = useText()
  const [making, setMaking] = useState(false)
  const query = useQueryOf(readTicketExchange, { query: { account } })
  return (
    <>
      <Card
        title={t('title')}
        right={
          <Button size="xs" variant="default" onClick={() => setMaking(true)}>
            {t('newToken')}
          </Button>
        }
      >
        <div className={classes.stack}>
          <p>{t('intro')}</p>
          <QueryView query={query} rows={3}>
            {(data) => (
              <>
                <CopyableText label={t('address')} text={data.address} copy={t('copyAddress')} />
                <TokenTable account={account} tokens={data.tokens} />
                <SubscriptionTable account={account} subscriptions={data.subscriptions} />
              </>
            )}
          </QueryView>
        </div>
      </Card>
      <Suspense fallback={null}>
        <MappingCards />
        {making && <NewToken account={account} onClose={() => setMaking(false)} />}
      </Suspense>
    </>
  )
}

/** The tokens of an account. */
function TokenTable({ account, tokens }: { account: string; tokens: readonly AccountToken[] }) {
  const t = useText()
  return (
    <div>
      <h3>{t('tokens')}</h3>
      {tokens.length === 0 ? (
        <p className={classes.quiet}>{t('noTokens')}</p>
      ) : (
        <PlainTable
          label={t('tokens')}
          id={({ id }) => id}
          rows={tokens}
          columns={[
            { id: 'name', label: t('name'), cell: ({ name }) => <span translate="no">{name}</span> },
            {
              id: 'rights',
              label: t('rights'),
              cell: ({ rights }) => rights.map((right) => t(`rightShort.${right}`)).join(', '),
            },
            {
              id: 'by',
              label: t('createdBy'),
              wide: true,
              cell: ({ createdBy }) => <span translate="no">{createdBy}</span>,
            },
            {
              id: 'used',
              label: t('lastUsed'),
              width: 7,
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Age at={lastUsedAt} /> : t('never')),
            },
            {
              id: 'revoke',
              label: t('revoke'),
              width: 4,
              quiet: true,
              cell: (token) => <RevokeToken account={account} token={token} />,
            },
          ]}
        />
      )}
    </div>
  )
}

/** Revokes a token after a confirmation. */
function RevokeToken({ account, token }: { account: string; token: AccountToken }) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const revoke = useMutationOf(revokeAccountToken, {
    refreshes: [readTicketExchange],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  const title = t('revokeOf', { name: token.name })
  return (
    <>
      <IconButton size={28} aria-label={title} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={title}
        action={t('revoke')}
        busy={revoke.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate({ params: { id: token.id }, query: { account } })}
      >
        {t('revokeText')}
      </Confirm>
    </>
  )
}

/** The addresses that are notified of changes, with the last delivery to each. */
function SubscriptionTable(props: { account: string; subscriptions: readonly TicketSubscription[] }) {
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

/** Deletes a subscription after a confirmation. */
function DeleteSubscription(props: { account: string; subscription: TicketSubscription }) {
  const t = useText()
  const { id, callback } = props.subscription
  const [confirming, setConfirming] = useState(false)
  const remove = useMutationOf(deleteTicketSubscription, {
    refreshes: [readTicketExchange],
    onSuccess: () => toast({ title: t('deleted') }),
  })
  const title = t('deleteOf', { callback })
  return (
    <>
      <IconButton size={28} aria-label={title} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={title}
        action={t('delete')}
        busy={remove.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ params: { id }, query: { account: props.account } })}
      >
        {t('deleteText')}
      </Confirm>
    </>
  )
}
