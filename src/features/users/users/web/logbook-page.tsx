import { auditRecorded, type LogbookEntry, searchLogbook } from '#features/platform/audit/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { IconHistory } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { profilePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import classes from './logbook-page.module.css'
import { useLogbookWords } from './logbook-text.tsx'

/** All actions of the user, newest first. */
export function LogbookPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  usePageLabel(label('logbook'), { back: profilePath() })
  const { wordsOf, iconOf } = useLogbookWords()
  const accounts = useAccounts()
  const accountOf = (entry: LogbookEntry) =>
    accounts.find(({ name }) => name === entry.account)?.displayName ?? entry.account ?? '–'
  const state = useListState({ filters: [], sort: 'at,DESC' })
  const list = useList(searchLogbook, { query: state.query })
  useTopic(auditRecorded, {}, () => void refresh(searchLogbook))
  const what = (entry: LogbookEntry) => (
    <span className={classes.what}>
      {iconOf(entry)}
      <span className={classes.words}>{wordsOf(entry)}</span>
    </span>
  )
  const columns: readonly Column<LogbookEntry>[] = [
    { id: 'what', label: t('logbook.what'), fixed: true, cell: what },
    { id: 'account', label: t('logbook.account'), width: 16, cell: accountOf },
    {
      id: 'at',
      label: t('logbook.when'),
      width: 11,
      align: 'right',
      sort: 'at',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
  ]
  const gridProps = {
    label: label('logbook'),
    list,
    id: ({ id }: LogbookEntry) => id,
    empty: (
      <EmptyState colour="grey" icon={<IconHistory size={22} aria-hidden />} title={t('logbook.none')}>
        {t('logbook.noneText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={label('logbook')} note={t('logbook.pageNote')} />
      <FilterBar
        right={<Total list={list} words={(count) => t('logbook.total', { entries: count, count: list.total ?? 0 })} />}
      >
        {null}
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(entry) => ({
              title: <span className={classes.words}>{wordsOf(entry)}</span>,
              meta: accountOf(entry),
              end: formatDateTime(entry.at),
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={wordsOf} />
        )}
      </GridFrame>
    </Page>
  )
}
