import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconArrowLeft, IconLock, IconMessage, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { type Channel, countChannels, deleteMessages, searchChannels, writeChat } from '../contract.ts'
import { useText } from '../texts.ts'
import { CaseBar } from './case-bar.tsx'
import classes from './chat.module.css'
import type { AnyMessage, FaceKind } from './face-calls.ts'
import { MessageComposer } from './message-composer.tsx'
import { MessageList } from './message-list.tsx'
import { type MessageActions, MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import { useMessages } from './use-messages.ts'
import { useOutgoing } from './use-outgoing.ts'
import { useFacts } from './use-presence.ts'

/** One side of a channel, with its own messages and composer. */
export function MessagePane(props: {
  kind: FaceKind
  channel: Channel
  q: string
  title: string
  note: ReactNode
  onOpenCase: (key: string) => void
  casePath: (key: string) => string
}) {
  const t = useText()
  const me = useMe()
  const { kind, channel, q, onOpenCase, casePath } = props
  const internal = kind === 'internal'
  const mayWrite = useAllows(writeChat, channel.account) && channel.enabled
  const mayDeleteAny = useAllows(deleteMessages, channel.account)
  const [threadId, setThreadId] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<AnyMessage | null>(null)
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [readUpTo] = useState(internal ? (channel.internal?.readTimestamp ?? '0.0') : channel.readTimestamp)
  const store = useMessages(kind, channel.id, { threadId, q })
  const { calls, messages, upsert, drop } = store
  const outgoing = useOutgoing(calls.sendAddress, (message) => upsert([message]))
  const { typing, publishTyping } = useFacts(kind, channel, store.follow)
  const run = useCallback((action: Promise<unknown>) => void action.catch(showError), [])

  const markedUpTo = useRef('')
  const newest = messages?.at(-1)?.timestamp
  const markRead = useCallback(() => {
    if (!newest || document.visibilityState !== 'visible' || Number(newest) <= Number(markedUpTo.current)) return
    markedUpTo.current = newest
    void calls.markRead(newest).then(
      () => refresh(countChannels, searchChannels),
      () => undefined,
    )
  }, [newest, calls])
  useEffect(() => {
    document.addEventListener('visibilitychange', markRead)
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [markRead])

  const actions = useMemo<MessageActions>(
    () => ({
      save: (message, body, onDone) => {
        setEditing(null)
        run(
          calls.edit(message, body).then((savedMessage) => {
            onDone()
            upsert([savedMessage])
          }),
        )
      },
      cancel: () => setEditing(null),
      openThread: setThreadId,
      fileAddress: calls.fileAddress,
      casePath,
      ...(mayWrite ? { edit: ({ timestamp }) => setEditing(timestamp), remove: setLeaving } : {}),
      ...(mayWrite && !internal
        ? {
            select: ({ timestamp }) =>
              setSelectedIds((before) =>
                before.includes(timestamp) ? before.filter((one) => one !== timestamp) : [...before, timestamp],
              ),
          }
        : {}),
    }),
    [calls, casePath, mayWrite, internal, run, upsert],
  )
  const chosenMessages = messages?.filter(({ timestamp }) => selectedIds.includes(timestamp)) ?? []
  const label = internal ? t('note', { name: me.vendor.name }) : t('message', { name: partner(channel, me) })
  const editLast = () => {
    const last = messages?.findLast(({ author }) => author.id === me.id)
    if (last && mayWrite) setEditing(last.timestamp)
  }
  return (
    <section className={classes.pane} data-int={internal || undefined} aria-label={props.title}>
      <header className={classes.paneHead}>
        {internal ? <IconLock size={18} aria-hidden /> : <IconWorld size={18} aria-hidden />}
        <div>
          <h2>{props.title}</h2>
          <p>{props.note}</p>
        </div>
      </header>
      {threadId && (
        <Button
          size="xs"
          variant="default"
          className={classes.back}
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={() => setThreadId(null)}
        >
          {t('thread')} · {t('closeThread')}
        </Button>
      )}
      <QueryView query={{ data: messages ?? undefined, error: store.error, refetch: store.reload }} rows={6}>
        {(shown) => (
          <MessageList
            side={props.title}
            messages={shown}
            complete={store.complete}
            readUpTo={readUpTo}
            myId={me.id}
            onOlder={store.loadOlder}
            onEnd={markRead}
            empty={<Nothing internal={internal} searched={q !== ''} />}
            rowOf={(message) => (
              <MessageRow
                message={message}
                side={message.author.vendor ? me.vendor.name : channel.accountDisplayName}
                editing={editing === message.timestamp}
                selected={selectedIds.includes(message.timestamp)}
                selecting={selectedIds.length > 0}
                mine={message.author.id === me.id}
                mayDelete={message.author.id === me.id || mayDeleteAny}
                actions={actions}
              />
            )}
            foot={outgoing.queue.map((message) => (
              <OutgoingRow
                key={message.clientKey}
                message={message}
                onRetry={() => outgoing.retry(message.clientKey)}
                onDiscard={() => outgoing.discard(message.clientKey)}
              />
            ))}
          />
        )}
      </QueryView>
      <p className={classes.typing} role="status">
        {typing.length > 0 && t('typing', { name: typing.join(', ') })}
      </p>
      {chosenMessages.length > 0 && (
        <CaseBar
          key={chosenMessages[0]?.timestamp}
          channelId={channel.id}
          messages={chosenMessages}
          onOpen={onOpenCase}
          onFiled={() => {
            setSelectedIds([])
            void store.reload()
          }}
          onClose={() => setSelectedIds([])}
        />
      )}
      {mayWrite ? (
        <MessageComposer
          key={threadId}
          place={`chat:${channel.id}:${kind}:${threadId ?? ''}`}
          kind={kind}
          channel={channel}
          label={label}
          onSend={(message) => outgoing.send({ ...message, threadId })}
          onTyping={publishTyping}
          onEditLast={editLast}
        />
      ) : (
        !channel.enabled && <p className={classes.notice}>{t('noPlan')}</p>
      )}
      <Confirm
        opened={leaving !== null}
        title={t('deleteTitle')}
        action={t('delete')}
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (!leaving) return
          run(calls.remove(leaving).then(() => drop(leaving.timestamp)))
          setLeaving(null)
        }}
      >
        {t('deleteText')}
      </Confirm>
    </section>
  )
}

function Nothing({ internal, searched }: { internal: boolean; searched: boolean }) {
  const t = useText()
  const { vendor } = useMe()
  if (searched) return <p className={classes.notice}>{t('nothingFound')}</p>
  return (
    <EmptyState
      colour={internal ? 'dark-yellow' : 'blue'}
      icon={internal ? <IconLock size={22} aria-hidden /> : <IconMessage size={22} aria-hidden />}
      title={internal ? t('emptyInternal.title') : t('empty.title')}
    >
      {internal ? t('emptyInternal.text', { name: vendor.name }) : t('empty.text')}
    </EmptyState>
  )
}

/** Whom a message is for: the account, or, for its own users, the vendor. */
function partner(channel: Channel, me: ReturnType<typeof useMe>): string {
  return channel.internal ? channel.accountDisplayName : me.vendor.name
}
