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
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listSavedReplies, manageSavedReplies, type SavedReply } from '../contract.ts'
import { useText } from '../texts.ts'
import { RepliesTable } from './replies-table.tsx'

const ReplyForm = lazyNamed(() => import('./reply-form.tsx'), 'ReplyForm')
const DeleteReply = lazyNamed(() => import('./delete-reply.tsx'), 'DeleteReply')

/** The saved replies of the vendor's staff, by name. */
export function SavedRepliesPage() {
  const t = useText()
  const mayManage = useAllows(manageSavedReplies)
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null)
  const [deleted, setDeleted] = useState<SavedReply | null>(null)
  const query = useQueryOf(listSavedReplies, {})
  const add = mayManage && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setEdited('new')}>
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
            <RepliesTable replies={replies} {...(mayManage ? { onEdit: setEdited, onDelete: setDeleted } : {})} />
          </Card>
        )}
      </QueryView>
      <Suspense>
        {edited && <ReplyForm reply={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        {deleted && <DeleteReply reply={deleted} onClose={() => setDeleted(null)} />}
      </Suspense>
    </Page>
  )
}
