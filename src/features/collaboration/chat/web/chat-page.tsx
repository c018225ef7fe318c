import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { customerCasesPath } from '#features/support/case-pages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconLock, IconMessage, IconSearch, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { Count } from '#kit/web/look/count.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useWide } from '#kit/web/use-wide.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { type Channel, searchChannels } from '../contract.ts'
import { chatPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './chat.module.css'
import type { FaceKind } from './face-calls.ts'
import { MessagePane } from './message-pane.tsx'
import { usePresence } from './use-presence.ts'

/** The chat of an account: what the customer reads, and for vendor staff beside it what only they read. */
export function ChatPage() {
  const t = useText()
  const account = useAccount()
  const { query } = useUrlQuery<'channel'>()
  const [q, setQ] = useState('')
  // The channel is asked for by itself: the list of channels may be longer than a page.
  const accountId = account?.id ?? '0'
  const often = { refetchInterval: 60_000, enabled: account !== null }
  const { data } = useQueryOf(searchChannels, { query: {} }, often)
  const main = useQueryOf(searchChannels, { query: { accountId, main: true } }, often)
  const askedChannel = useQueryOf(
    searchChannels,
    { query: { accountId, id: query.channel } },
    { ...often, enabled: often.enabled && /^\d{1,15}$/.test(query.channel ?? '') },
  )
  const channels = data?._embedded.channels
  const channel = askedChannel.data?._embedded.channels[0] ?? main.data?._embedded.channels[0]
  const title = channel?.caseKey ? t('caseChannel', { key: channel.caseKey }) : undefined
  return (
    <Page kind="fill">
      <PageHeader
        title={t('title')}
        note={title ?? account?.displayName}
        actions={channel && <Search key={channel.id} onSearch={setQ} />}
      />
      <QueryView query={main} rows={8}>
        {() =>
          channel ? (
            <Chat
              key={channel.id}
              channel={channel}
              channels={channels ?? [channel]}
              more={Math.max(0, (data?.page.totalElements ?? 0) - (channels?.length ?? 0))}
              q={q}
            />
          ) : askedChannel.isFetching ? (
            <LoadingRows rows={8} />
          ) : (
            <EmptyState colour="blue" icon={<IconMessage size={22} aria-hidden />} title={t('noChannel.title')}>
              {t('noChannel.text', { account: account?.displayName ?? '' })}
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  )
}

function Chat(props: { channel: Channel; channels: readonly Channel[]; more: number; q: string }) {
  const { channel, channels, more, q } = props
  const t = useText()
  const me = useMe()
  const phone = useIsMobile()
  const wide = useWide()
  const navigate = useNavigate()
  const online = useOnline()
  const [shownFace, setShownFace] = useState<FaceKind>('customer')
  const staff = useAllows(seeInternal, channel.account)
  const here = usePresence(channel)
  const name = channel.accountDisplayName
  const casePath = useCallback(
    (key: string) => customerCasesPath({ account: channel.account, accountId: channel.accountId }, { id: key }),
    [channel.account, channel.accountId],
  )
  const onOpenCase = useCallback((key: string) => void navigate({ to: casePath(key) }), [navigate, casePath])
  const panes = { channel, q, casePath, onOpenCase }
  const counts = `${t('members', { count: channel.members.length })}, ${t('here', { count: here.length })}`
  const both = staff && !phone
  return (
    <>
      {!online && <p className={classes.offline}>{t('offline')}</p>}
      {staff && phone && (
        <SegmentedControl<FaceKind>
          aria-label={t('faces')}
          value={shownFace}
          onChange={setShownFace}
          options={[
            { value: 'customer', label: <Tab internal={false} text={t('readsPhone', { name })} /> },
            { value: 'internal', label: <Tab internal text={t('internalReadsPhone', { name: me.vendor.name })} /> },
          ]}
        />
      )}
      <div className={classes.chat}>
        {wide && channels.length > 1 && <ChannelList channels={channels} more={more} current={channel.id} />}
        {(both || shownFace === 'customer') && (
          <MessagePane
            kind="customer"
            title={staff ? t('reads', { name }) : t('vendorReads', { name: me.vendor.name })}
            note={<span title={here.map(({ fullName }) => fullName).join(', ')}>{counts}</span>}
            {...panes}
          />
        )}
        {staff && (both || shownFace === 'internal') && (
          <MessagePane
            kind="internal"
            title={t('internalReads', { name: me.vendor.name })}
            note={t('never', { name })}
            {...panes}
          />
        )}
      </div>
    </>
  )
}

function Tab({ internal, text }: { internal: boolean; text: string }) {
  return (
    <span className={classes.tab}>
      {internal ? <IconLock size={15} aria-hidden /> : <IconWorld size={15} aria-hidden />} {text}
    </span>
  )
}

function Search({ onSearch }: { onSearch: (q: string) => void }) {
  const t = useText()
  const [typedWords, setTypedWords] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typedWords.trim()), 250)
    return () => clearTimeout(timer)
  }, [typedWords, onSearch])
  return (
    <label className={classes.search}>
      <IconSearch size={15} aria-hidden />
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        value={typedWords}
        onChange={(event) => setTypedWords(event.currentTarget.value)}
      />
    </label>
  )
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      window.addEventListener('online', onChange)
      window.addEventListener('offline', onChange)
      return () => {
        window.removeEventListener('online', onChange)
        window.removeEventListener('offline', onChange)
      }
    },
    () => navigator.onLine,
  )
}

/** The channels that the user reads, the one with the newest message first. */
function ChannelList(props: { channels: readonly Channel[]; more: number; current: string }) {
  const { channels, more, current } = props
  const t = useText()
  return (
    <nav className={classes.channels} aria-label={t('channels')}>
      <ul>
        {channels.map((channel) => {
          const { id, accountDisplayName, caseKey, caseSubject, lastMessage } = channel
          const unread = channel.unread + (channel.internal?.unread ?? 0)
          return (
            <li key={id}>
              <Link
                className={classes.channel}
                to={chatPath({ account: channel.account, accountId: channel.accountId }, { channel: id })}
                aria-current={id === current ? 'page' : undefined}
              >
                <Monogram name={accountDisplayName} size={26} />
                <span>
                  <strong>{caseKey ? <code>{caseKey}</code> : accountDisplayName}</strong>
                  <small translate="no">
                    {caseSubject ?? (lastMessage && `${lastMessage.by}: ${lastMessage.text}`)}
                  </small>
                </span>
                {unread > 0 && <Count value={unread} />}
              </Link>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className={classes.notice}>{t('moreChannels', { count: more })}</p>}
    </nav>
  )
}
