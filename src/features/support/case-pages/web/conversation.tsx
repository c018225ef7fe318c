import { Fragment, useRef, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { type Attachment, listAttachments } from '#features/support/attachments/contract.ts'
import { AttachmentChips, attachmentAddress, fileAddress } from '#features/support/attachments/web/index.ts'
import { type Case, countCases, listAddressees, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { isCommentOpen } from '#features/support/comments/contract.ts'
import { CommentCard, type CommentKind, Composer } from '#features/support/comments/web/index.ts'
import { InsertReply } from '#features/support/saved-replies/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { UploadRows } from '#kit/web/form/upload-rows.tsx'
import { useUploads } from '#kit/web/form/use-uploads.ts'
import { Button } from '#kit/web/look/button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { type ActivityItem, keyOf } from './activity-items.ts'
import { keepCase } from './case-rows-cache.ts'
import { ChangeLine } from './change-line.tsx'
import classes from './conversation.module.css'
import { FiledCard } from './filed-card.tsx'
import { useActivity } from './use-activity.ts'
import { useConversationScroll } from './use-conversation-scroll.ts'
import { useFirstUnread } from './use-first-unread.ts'

type Insert = (address: string, text: string) => void

/** The texts and changes of a case, and the composer at its foot. */
export function Conversation({ found, asked }: { found: Case; asked: { kind: CommentKind } | null }) {
  const t = useText()
  const me = useMe()
  const vendor = isVendor(usePrincipal())
  const issueKey = found.key
  const seesInternal = found.actions.includes('comment-internal')
  const { items, comments, ready, error, reading, hasOlder, showOlder } = useActivity(found, seesInternal)
  const [editing, setEditing] = useState<string | null>(null)
  const inserts = useRef(new Map<File, Insert>())
  const uploads = useUploads<Attachment>({
    address: fileAddress(issueKey),
    onSent: (sent, file) => {
      if (sent.isPicture) inserts.current.get(file)?.(attachmentAddress(issueKey, sent.id, true), sent.filename)
      inserts.current.delete(file)
      void refresh(listAttachments, readCase)
    },
  })
  const unread = useFirstUnread(found, items, me.id)
  const newest = items.at(-1)
  const scroller = useConversationScroll({
    newest: keyOf(newest),
    oldest: keyOf(items[0]),
    own: newest?.kind === 'comment' && newest.comment.author.id === me.id,
    unread: unread !== undefined,
  })
  const editLast = (kind: string) => {
    const own = comments.filter((comment) => comment.kind === kind && comment.author.id === me.id)
    const last = own.filter(({ created }) => isCommentOpen(new Date(created), new Date())).at(-1)
    if (last) setEditing(last.commentId)
  }
  return (
    <div className={classes.conversation}>
      <section
        ref={scroller}
        className={classes.items}
        aria-label={t('activity.label')}
        aria-busy={reading}
        onScroll={({ currentTarget }) => hasOlder && currentTarget.scrollTop < NEAR_TOP_PX && showOlder()}
        {...focusable}
      >
        <QueryView query={{ data: ready ? items : undefined, error, refetch: () => readAgain(issueKey) }} rows={4}>
          {(shown) => (
            <>
              {hasOlder && (
                <div className={classes.older}>
                  <Button variant="subtle" size="xs" loading={reading} onClick={showOlder}>
                    {t('activity.older')}
                  </Button>
                </div>
              )}
              {shown.map((item) => (
                <Fragment key={keyOf(item)}>
                  {item === unread && (
                    <div className={classes.unread} data-unread>
                      {t('activity.unread')}
                    </div>
                  )}
                  <Item item={item} found={found} editing={editing} onEdit={setEditing} />
                </Fragment>
              ))}
            </>
          )}
        </QueryView>
      </section>
      {uploads.entries.some(({ progress }) => progress.kind !== 'done') && (
        <div className={classes.uploads}>
          <UploadRows uploads={uploads} hideDone />
        </div>
      )}
      {(found.actions.includes('comment') || seesInternal) && (
        <Composer
          issueKey={issueKey}
          account={found.accountDisplayName}
          vendor={vendor}
          mayReply={found.actions.includes('comment') && !found.internal}
          mayNote={seesInternal}
          customerReads={!found.internal}
          asked={asked}
          onSent={() => void readAgain(issueKey)}
          inserts={seesInternal ? [(insert) => <InsertReply key="reply" found={found} {...insert} />] : []}
          onEditLast={editLast}
          findUsers={async (q, kind) => {
            const internal = found.internal || kind === 'internal'
            const query = { account: found.account, ...(q ? { q } : {}), ...(internal ? { internal } : {}) }
            const { addressees } = (await call(listAddressees, { query }))._embedded
            return addressees
              .filter(({ id }) => id !== me.id)
              .map((user) => ({ ...user, note: user.vendor ? me.vendor.name : found.accountDisplayName }))
          }}
          {...(found.actions.includes('attach')
            ? {
                onFiles: (added: readonly File[], insert?: Insert) => {
                  if (insert) for (const file of added) inserts.current.set(file, insert)
                  uploads.add(added)
                },
              }
            : {})}
        />
      )}
    </div>
  )
}

/** How close to the top, in pixels, the scrolling has to come for older items to be read. */
const NEAR_TOP_PX = 300

function Item(props: {
  item: ActivityItem
  found: Case
  editing: string | null
  onEdit: (comment: string | null) => void
}) {
  const { item, found, editing, onEdit } = props
  const issueKey = found.key
  if (item.kind === 'filed') return <FiledCard found={found} files={item.files} />
  if (item.kind === 'change') return <ChangeLine entry={item.entry} />
  if (item.kind === 'files') return <ChangeLine files={item.files} issueKey={issueKey} />
  const id = item.comment.commentId
  return (
    <CommentCard
      issueKey={issueKey}
      comment={item.comment}
      account={found.accountDisplayName}
      editing={editing === id}
      onEdit={(on) => onEdit(on ? id : null)}
    >
      <AttachmentChips issueKey={issueKey} files={item.files} />
    </CommentCard>
  )
}

/**
 * A reply changes the status of a new case: status, version and the row in the list are read again, for one's own
 * changes have no live message.
 */
async function readAgain(key: string): Promise<void> {
  void refresh(readCaseHistory, countCases)
  await call(readCase, { params: { key } }).then(keepCase, () => refresh(readCase))
}

/** What scrolls must be reachable by keyboard. */
const focusable = { tabIndex: 0 }
