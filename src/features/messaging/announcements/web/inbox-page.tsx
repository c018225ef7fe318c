import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconBell } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { listNotifications, readAnnouncementSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './inbox-page.module.css'
import { InboxRows } from './inbox-rows.tsx'
import { useLabel } from './label.ts'
import { useInboxState } from './use-inbox-state.ts'
import { useMarkRead } from './use-mark-read.ts'

const InboxSettings = lazyNamed(() => import('./inbox-settings.tsx'), 'InboxSettings')

/** What the user was notified of, and in the other tab what they are notified of and how. */
export function InboxPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'tab'>()
  const tab = query.tab === 'settings' ? 'settings' : 'inbox'
  const unreadCount = useInboxState()?.unread ?? 0
  const { markRead, pending } = useMarkRead(() => toast({ title: t('inbox.allDone') }))
  const all = (
    <Button variant="default" loading={pending} disabled={unreadCount === 0} onClick={() => markRead()}>
      {t('inbox.readAll')}
    </Button>
  )
  const tabs = (
    <SegmentedControl
      small
      aria-label={t('inbox.tabs')}
      value={tab}
      onChange={(next) => change({ tab: next === 'settings' ? next : undefined })}
      options={[
        { value: 'inbox', label: t('inbox.tab') },
        { value: 'settings', label: t('settings.tab') },
      ]}
    />
  )
  return (
    <Page kind="form">
      <PageHeader
        title={label('inbox')}
        note={tab === 'inbox' ? t('inbox.note') : t('settings.saved')}
        actions={
          <>
            {!phone && tabs}
            {tab === 'inbox' && all}
          </>
        }
      />
      {phone && tabs}
      {tab === 'inbox' ? (
        <Inbox />
      ) : (
        <Suspense fallback={<LoadingRows rows={8} />}>
          <InboxSettings />
        </Suspense>
      )}
      {phone && tab === 'inbox' && <BottomBar>{all}</BottomBar>}
    </Page>
  )
}

const STEP = 50
const MOST = 200

function Inbox() {
  const t = useText()
  const [only, setOnly] = useState<'unread' | 'all'>('all')
  const [group, setGroup] = useState<string | null>(null)
  const [size, setSize] = useState(STEP)
  const settings = useQueryOf(readAnnouncementSettings, { query: {} }).data
  const groups = [
    { value: 'announcements', label: t('inbox.announcements') },
    ...(settings?.groups ?? []).map((one) => ({ value: one.group, label: one.text })),
  ]
  const query = useQueryOf(
    listNotifications,
    { query: { size, ...(only === 'unread' ? { unread: true } : {}), ...(group === null ? {} : { group: [group] }) } },
    { keep: true },
  )
  return (
    <>
      <div className={classes.filters}>
        <SegmentedControl
          small
          aria-label={t('inbox.show')}
          value={only}
          onChange={setOnly}
          options={[
            { value: 'all', label: t('inbox.all') },
            { value: 'unread', label: t('inbox.unreadOnly') },
          ]}
        />
        <Select
          size="xs"
          clearable
          aria-label={t('inbox.group')}
          placeholder={t('inbox.everyGroup')}
          data={groups}
          value={group}
          onChange={setGroup}
        />
      </div>
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState
            colour="blue"
            icon={<IconBell size={22} aria-hidden />}
            title={only === 'unread' ? t('inbox.emptyUnread') : t('inbox.empty')}
          >
            {t('inbox.emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { notifications }, page }) => (
          <>
            <Card flush>
              <InboxRows
                items={notifications}
                nameOf={(name) => groups.find(({ value }) => value === name)?.label ?? t('inbox.announcements')}
              />
            </Card>
            {page.totalElements > size && size < MOST && (
              <Button variant="default" onClick={() => setSize(size + STEP)}>
                {t('inbox.load')}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </>
  )
}
