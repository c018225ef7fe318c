import { Suspense, useState } from 'react'
import { deliveryMethods } from '#features/messaging/templates/contract.ts'
import { PushCard } from '#features/messaging/web-push/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconBell } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { listInbox } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './inbox-page.module.css'
import { InboxRows } from './inbox-rows.tsx'
import { InboxSettings } from './inbox-settings.tsx'
import { useLabel } from './label.ts'
import { useAcknowledge } from './use-acknowledge.ts'
import { useInboxState } from './use-inbox-state.ts'

const STEP = 50
const MOST = 200

/** The user's stored announcements, and their settings by category. */
export function InboxPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const [only, setOnly] = useState<'unread' | 'all'>('all')
  const [method, setMethod] = useState<'all' | (typeof deliveryMethods)[number]>('all')
  const [size, setSize] = useState(STEP)
  const unread = useInboxState()?.unread ?? 0
  const { acknowledge, pending } = useAcknowledge(() => toast({ title: t('inbox.allDone') }))
  const query = useQueryOf(
    listInbox,
    {
      query: {
        size,
        ...(only === 'unread' ? { unread: true } : {}),
        ...(method === 'all' ? {} : { deliveryMethod: [method] }),
      },
    },
    { keep: true },
  )
  const all = (
    <Button variant="default" loading={pending} disabled={unread === 0} onClick={() => acknowledge()}>
      {t('inbox.acknowledgeAll')}
    </Button>
  )
  return (
    <Page kind="form">
      <PageHeader title={label('inbox')} note={t('inbox.note')} actions={all} />
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
        <SegmentedControl
          small
          aria-label={t('inbox.method')}
          value={method}
          onChange={setMethod}
          options={(['all', ...deliveryMethods] as const).map((value) => ({
            value,
            label: value === 'all' ? t('inbox.all') : t(`method.${value}`),
          }))}
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
        {(data) => {
          const items = data._embedded.announcements
          return (
            <>
              <Card flush>
                <InboxRows items={items} />
              </Card>
              {data.page.totalElements > size && size < MOST && (
                <Button variant="default" onClick={() => setSize(size + STEP)}>
                  {t('inbox.load')}
                </Button>
              )}
            </>
          )
        }}
      </QueryView>
      <InboxSettings />
      <Suspense>
        <PushCard />
      </Suspense>
      {phone && <BottomBar>{all}</BottomBar>}
    </Page>
  )
}
