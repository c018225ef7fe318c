import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { casePath } from '#features/support/case-pages/paths.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconMail } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
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
import {
  addReceivedMail,
  listReceivedMails,
  type ReceivedMail,
  readReceivedMail,
  rejectionReasons,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import classes from './received-mail-dialog.module.css'

type Texts = ReturnType<typeof useText>

/** Replies to case mails: which became comments, and why the others did not. */
export function ReceivedMailsPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const state = useListState({ filters: ['q', 'reason'], sort: 'received,DESC' })
  const list = useList(listReceivedMails, { query: state.query })
  const [openMail, setOpenMail] = useState<ReceivedMail>()
  const isOff = useQueryOf(listReceivedMails, { query: { size: 1 } }).data?.listening === false
  const gridProps = {
    label: label('replies'),
    list,
    id: ({ id }: ReceivedMail) => id,
    onOpen: (mail: ReceivedMail) => setOpenMail(mail.isKept ? mail : undefined),
    empty: (
      <EmptyState colour="grey" icon={<IconMail size={22} aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={label('replies')} note={t('note')} />
      {isOff && <InlineAlert colour="orange">{t('off')}</InlineAlert>}
      <FilterBar right={<Total list={list} words={(rows) => t('count', { rows, count: list.total ?? 0 })} />}>
        <SearchField state={state} label={t('search')} />
        <FilterChip
          state={state}
          name="reason"
          label={t('result')}
          options={rejectionReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(mail) => ({ title: mail.subject, meta: <Result mail={mail} />, end: <Age at={mail.received} /> })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columnsOf(t)} name={({ subject }) => subject} />
        )}
      </GridFrame>
      {openMail && <ReceivedMailDialog mail={openMail} onClose={() => setOpenMail(undefined)} />}
    </Page>
  )
}

function Result({ mail: { reason, caseKey: key, droppedFiles, isKept } }: { mail: ReceivedMail }) {
  const t = useText()
  const count = droppedFiles.length
  return (
    <span className="row">
      <Badge colour={reason ? 'orange' : 'green'}>
        {reason ? t(`reason.${reason}`) : t(key ? 'taken' : 'answered')}
      </Badge>
      {isKept && <span>{t('kept')}</span>}
      {count > 0 && <span>{t('droppedFiles', { count })}</span>}
    </span>
  )
}

function columnsOf(t: Texts): readonly Column<ReceivedMail>[] {
  return [
    {
      id: 'sender',
      label: t('sender'),
      width: 15,
      fixed: true,
      cell: ({ sender }) => <span translate="no">{sender || '–'}</span>,
    },
    {
      id: 'subject',
      label: t('subject'),
      minWidth: 14,
      cell: ({ subject }) => (
        <TitleCell>
          <span translate="no">{subject || '–'}</span>
        </TitleCell>
      ),
    },
    {
      id: 'case',
      label: t('case'),
      width: 7,
      cell: ({ caseKey: key, account, accountId }) =>
        key && account && accountId ? (
          <Link to={casePath({ key, account, accountId })}>
            <code>{key}</code>
          </Link>
        ) : (
          '–'
        ),
    },
    { id: 'result', label: t('result'), width: 18, cell: (mail) => <Result mail={mail} /> },
    {
      id: 'authentication',
      label: t('authentication'),
      width: 8,
      cell: ({ dkim, spf }) => <code>{`${dkim ?? '–'}, ${spf ?? '–'}`}</code>,
    },
    { id: 'size', label: t('size'), width: 6, align: 'right', cell: ({ size }) => formatBytes(size) },
    {
      id: 'received',
      label: t('received'),
      width: 6,
      align: 'right',
      sort: 'received',
      cell: ({ received }) => <Age at={received} />,
    },
  ]
}

/** The text of a mail that became no comment; one about a case can be made one. */
function ReceivedMailDialog({ mail, onClose }: { mail: ReceivedMail; onClose: () => void }) {
  const t = useText()
  const params = { id: mail.id }
  const query = useQueryOf(readReceivedMail, { params })
  const onSuccess = ({ caseKey: key }: ReceivedMail) => {
    toast({ title: t('added', { key: key ?? '' }) })
    onClose()
  }
  const add = useMutationOf(addReceivedMail, { refreshes: [listReceivedMails], onSuccess })
  return (
    <Modal
      opened
      title={mail.subject || t('text')}
      size={640}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={query} rows={4}>
        {(data) => (
          <>
            {data.text ? (
              <p className={classes.text} translate="no">
                {data.text}
              </p>
            ) : (
              <p>{t('noText')}</p>
            )}
            <InlineAlert colour={data.reason && !data.isAddable ? 'orange' : 'blue'}>
              {t(explanation(data), { sender: data.sender })}
            </InlineAlert>
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                {t('close')}
              </Button>
              {data.isAddable && (
                <Button loading={add.isPending} onClick={() => add.mutate({ params })}>
                  {t('add')}
                </Button>
              )}
            </DialogActions>
          </>
        )}
      </QueryView>
    </Modal>
  )
}

function explanation({ reason, isAddable }: { reason: string | null; isAddable: boolean }) {
  if (reason === null) return 'answeredText'
  return isAddable ? 'addText' : 'notAddable'
}
