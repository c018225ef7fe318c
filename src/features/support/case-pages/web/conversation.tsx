import { Fragment, useRef, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { type Attachment, listAttachments } from '#features/support/attachments/contract.ts'
import { AttachmentChips, attachmentAddress, fileAddress } from '#features/support/attachments/web/index.ts'
import { type Case, countCases, listAddressees, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { isCommentOpen } from '#features/support/comments/contract.ts'
import { CommentCard, type CommentKind, Composer, useComments } from '#features/support/comments/web/index.ts'
import { InsertReply } from '#features/support/saved-replies/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { useNewestOf } from '#kit/web/data/newest.ts'
import { refresh } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { UploadRows } from '#kit/web/form/upload-rows.tsx'
import { useUploads } from '#kit/web/form/use-uploads.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { AT_FIRST, newestFiles, newestHistory } from './activity-ends.ts'
import { type ActivityItem, activityItems, keyOf, type RecordedEvent } from './activity-items.ts'
import { keepCase } from './case-rows-cache.ts'
import { ChangeLine } from './change-line.tsx'
import classes from './conversation.module.css'
import { useConversationScroll } from './use-conversation-scroll.ts'

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
    onSent: (sentFile, file) => {
      if (sentFile.isPicture)
        inserts.current.get(file)?.(attachmentAddress(issueKey, sentFile.id, true), sentFile.filename)
      inserts.current.delete(file)
      void refresh(listAttachments, readCase)
    },
  })
  const firstUnread = useFirstUnread(found, items, me.id)
  const newest = items.at(-1)
  const scroller = useConversationScroll({
    newest: keyOf(newest),
    oldest: keyOf(items[0]),
    own: newest?.kind === 'comment' && newest.comment.author.id === me.id,
    unread: firstUnread !== undefined,
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
                  {item === firstUnread && (
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
                onFiles: (newFiles: readonly File[], insert?: Insert) => {
                  if (insert) for (const file of newFiles) inserts.current.set(file, insert)
                  uploads.add(newFiles)
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
  const { item, found: supportCase, editing, onEdit } = props
  const issueKey = supportCase.key
  if (item.kind === 'filed') return <FiledCard found={supportCase} files={item.files} />
  if (item.kind === 'change') return <ChangeLine entry={item.entry} />
  if (item.kind === 'files') return <ChangeLine files={item.files} issueKey={issueKey} />
  const id = item.comment.commentId
  return (
    <CommentCard
      issueKey={issueKey}
      comment={item.comment}
      account={supportCase.accountDisplayName}
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

/**
 * The first comment of another user since the user last read the case, as it was when the case opened; undefined when
 * there is none, or when it was never read.
 */
function useFirstUnread(found: Case, items: readonly ActivityItem[], me: string): ActivityItem | undefined {
  const [seen] = useState(() => (found.unread ? found.seenAt : null))
  if (seen === null) return undefined
  return items.find((item) => item.kind === 'comment' && item.at > seen && item.comment.author.id !== me)
}

/** The description as the first text. */
function FiledCard({ found, files }: { found: Case; files: readonly Attachment[] }) {
  const t = useText()
  return (
    <article className={classes.card} aria-label={t('field.description')}>
      <Avatar name={found.reporter.fullName} size={28} />
      <div className="grow">
        <header className={classes.cardHead}>
          <strong>{found.reporter.fullName}</strong>
          <span className={classes.side}>{t('activity.filed')}</span>
          <time className={classes.end} dateTime={found.created} title={formatDateTime(found.created)}>
            {formatTimestamp(found.created)}
          </time>
        </header>
        {found.description.trim() ? (
          <Markdown text={found.description} />
        ) : (
          <p className={classes.none}>{t('activity.empty')}</p>
        )}
        <AttachmentChips issueKey={found.key} files={files} />
      </div>
    </article>
  )
}

/**
 * The newest texts, files and changes of a case in the order of time, and `showOlder`, which reads further back. Where
 * one of the lists has more, the items begin at the time since which all of them are complete.
 */
function useActivity(found: Case, seesInternal: boolean) {
  const issueKey = found.key
  const [count, setCount] = useState(AT_FIRST)
  const { comments, from, ready, reading, error } = useComments(issueKey, seesInternal, count)
  const files = useNewestOf<Attachment>(listAttachments, { query: { issueKey } }, newestFiles(count))
  const history = useNewestOf<RecordedEvent>(readCaseHistory, { query: { issueKey } }, newestHistory(count))
  const starts = [
    from,
    files.hasMore ? files.data?.[0]?.created : undefined,
    history.hasMore ? history.data?.[0]?.at : undefined,
  ].filter((start) => start !== undefined)
  const complete = starts.sort().at(-1)
  const all = activityItems(found, comments, files.data ?? [], history.data ?? [])
  const items = complete === undefined ? all : all.filter(({ at, kind }) => kind !== 'filed' && at >= complete)
  const waiting = reading || files.reading || history.reading
  return {
    items,
    comments,
    ready,
    error,
    reading: waiting,
    hasOlder: complete !== undefined,
    showOlder: () => {
      if (!waiting) setCount(count * 2)
    },
  }
}
