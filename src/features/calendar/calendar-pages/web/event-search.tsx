import { useQueryOf } from '#kit/web/data/query.ts'
import { IconSearch } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { searchEvents } from '../../events/contract.ts'
import { useText } from '../texts.ts'
import classes from './event-lines.module.css'
import { EventLines } from './event-lines.tsx'
import { whenText } from './times.ts'

const MOST = 100

/** The events of the account, or of all accounts, that have the words, whatever their time; the newest first. */
export function EventSearch({ q, zone, onClear }: { q: string; zone: string; onClear: () => void }) {
  const t = useText()
  const account = useAccount()
  const query = useQueryOf(
    searchEvents,
    { query: { q, size: MOST, ...(account ? { account: account.name } : {}) } },
    { keep: true },
  )
  const all = query.data?.page.totalElements ?? 0
  return (
    <Card flush title={t('search.results')} note={query.data && t('search.count', { count: all })}>
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState
            colour="grey"
            icon={<IconSearch size={22} aria-hidden />}
            title={t('search.none')}
            actions={
              <Button variant="default" onClick={onClear}>
                {t('search.clear')}
              </Button>
            }
          >
            {t('search.noneText', { words: q })}
          </EmptyState>
        }
      >
        {({ _embedded: { events } }) => (
          <>
            <EventLines
              q={q}
              events={events}
              zone={zone}
              when={(event) =>
                [
                  whenText(event, zone),
                  event.seriesMasterId !== null && t('search.series'),
                  !account && event.accountName,
                ]
                  .filter(Boolean)
                  .join(' · ')
              }
            />
            {all > events.length && <p className={classes.foot}>{t('search.more', { count: all - events.length })}</p>}
          </>
        )}
      </QueryView>
    </Card>
  )
}
