import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { readTicketExchange } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'
import { SubscriptionTable } from './subscription-table.tsx'
import { TokenTable } from './token-table.tsx'

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
