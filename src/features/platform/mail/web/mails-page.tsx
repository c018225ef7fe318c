import { useNavigate } from '@tanstack/react-router'
import { IconMail } from '#kit/web/icons/icons.generated.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { listMails, type MailSummary } from '../contract.ts'
import { mailPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { MailBadge } from './mail-badge.tsx'

const states = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const

/** The outbox of mail: waiting, sent and failed. */
export function MailsPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const state = useListState({ filters: ['q', 'state'], sort: 'created,DESC' })
  const list = useList(listMails, { query: state.query })
  const columns: readonly Column<MailSummary>[] = [
    { id: 'recipient', label: t('recipient'), width: 18, fixed: true, cell: ({ recipient }) => recipient },
    { id: 'subject', label: t('subject'), minWidth: 14, cell: ({ subject }) => <TitleCell>{subject}</TitleCell> },
    { id: 'state', label: t('state'), width: 14, cell: (mail) => <MailBadge mail={mail} /> },
    { id: 'attempts', label: t('attempts'), width: 6, align: 'right', cell: ({ attempts }) => attempts || '–' },
    {
      id: 'created',
      label: t('created'),
      width: 8,
      align: 'right',
      sort: 'created',
      cell: ({ created }) => <Age at={created} />,
    },
  ]
  const gridProps = {
    label: label('mail'),
    list,
    id: ({ id }: MailSummary) => id,
    onOpen: ({ id }: MailSummary) => void navigate({ to: mailPath({ mailId: id }) }),
    empty: (
      <EmptyState colour="grey" icon={<IconMail size={22} aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={label('mail')} note={t('note')} />
      {list.rowAt(0)?.waitsForServer && <InlineAlert colour="orange">{t('noServer')}</InlineAlert>}
      <FilterBar right={<Total list={list} words={(mails) => t('count', { mails, count: list.total ?? 0 })} />}>
        <SearchField state={state} label={t('search')} />
        <FilterChip
          state={state}
          name="state"
          label={t('state')}
          options={states.map((value) => ({ value, label: t(`state-${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(mail) => ({ title: mail.subject, meta: <MailBadge mail={mail} />, end: <Age at={mail.created} /> })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns} name={({ subject }) => subject} />
        )}
      </GridFrame>
    </Page>
  )
}
