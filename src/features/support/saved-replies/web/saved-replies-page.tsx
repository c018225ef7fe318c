import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBookmark, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listSavedReplies, manageSavedReplies, type SavedReply } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './saved-replies.module.css'

const ReplyForm = lazyNamed(() => import('./reply-form.tsx'), 'ReplyForm')
const DeleteReply = lazyNamed(() => import('./delete-reply.tsx'), 'DeleteReply')

/** The saved replies of the vendor's staff, by name. */
export function SavedRepliesPage() {
  const t = useText()
  const mayManage = useAllows(manageSavedReplies)
  const [editedReply, setEditedReply] = useState<SavedReply | 'new' | null>(null)
  const [deletedReply, setDeletedReply] = useState<SavedReply | null>(null)
  const query = useQueryOf(listSavedReplies, {})
  const add = mayManage && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setEditedReply('new')}>
      {t('page.new')}
    </Button>
  )
  return (
    <Page>
      <PageHeader title={t('page.title')} note={t('page.note')} actions={add} stacked />
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState colour="blue" icon={<IconBookmark size={22} aria-hidden />} title={t('page.empty')}>
            {t('page.emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { savedReplies: replies } }) => (
          <Card flush>
            <RepliesTable
              replies={replies}
              {...(mayManage ? { onEdit: setEditedReply, onDelete: setDeletedReply } : {})}
            />
          </Card>
        )}
      </QueryView>
      <Suspense>
        {editedReply && (
          <ReplyForm reply={editedReply === 'new' ? null : editedReply} onClose={() => setEditedReply(null)} />
        )}
        {deletedReply && <DeleteReply reply={deletedReply} onClose={() => setDeletedReply(null)} />}
      </Suspense>
    </Page>
  )
}

/** Saved replies with the beginning of their texts. */
function RepliesTable(props: {
  replies: readonly SavedReply[]
  onEdit?: (reply: SavedReply) => void
  onDelete?: (reply: SavedReply) => void
}) {
  const t = useText()
  const { replies, onEdit, onDelete } = props
  const columns: readonly PlainColumn<SavedReply>[] = [
    {
      id: 'name',
      label: t('page.name'),
      width: 14,
      cell: ({ name }) => (
        <strong className={classes.name} translate="no">
          {name}
        </strong>
      ),
    },
    {
      id: 'text',
      label: t('page.text'),
      wide: true,
      cell: ({ body }) => (
        <span className={classes.text} translate="no">
          {body}
        </span>
      ),
    },
    {
      id: 'updated',
      label: t('page.updated'),
      width: 13,
      wide: true,
      cell: ({ updated, updatedBy }) =>
        updatedBy ? t('page.updatedBy', { at: formatDate(updated), name: updatedBy }) : formatDate(updated),
    },
    ...(onEdit && onDelete
      ? [
          {
            id: 'edit',
            label: t('page.edit'),
            width: 10,
            quiet: true,
            align: 'right' as const,
            cell: (reply: SavedReply) => (
              <span className={classes.actions}>
                <Button size="xs" variant="subtle" onClick={() => onEdit(reply)}>
                  {t('page.edit')}
                </Button>
                <Button size="xs" variant="subtle" color="red" onClick={() => onDelete(reply)}>
                  {t('page.delete')}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ]
  return <PlainTable label={t('page.title')} columns={columns} rows={replies} id={({ id }) => id} />
}
