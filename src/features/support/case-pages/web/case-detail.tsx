import { Tabs } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { FilesTab } from '#features/support/attachments/web/index.ts'
import { type Case, markCaseRead, readCase } from '#features/support/cases/contract.ts'
import type { CommentKind } from '#features/support/comments/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { queryClient, queryOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconFileOff } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useWide } from '#kit/web/use-wide.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { CaseActions } from './case-actions.tsx'
import classes from './case-detail.module.css'
import { CaseHead } from './case-head.tsx'
import type { CaseListPosition } from './case-list-position.ts'
import { CasePanels } from './case-panels.tsx'
import { CasePhoneBar } from './case-phone-bar.tsx'
import { patchRow } from './case-rows-cache.ts'
import { CaseTitle } from './case-title.tsx'
import { Conversation } from './conversation.tsx'
import { HistoryTab } from './history-tab.tsx'
import { useEditCase } from './use-edit-case.ts'
import { useWatch } from './use-watch.ts'

/** Its fields load the heavier inputs, which most views of a case do not need. */
const DetailsTab = lazyNamed(() => import('./details-tab.tsx'), 'DetailsTab')

/** The details beside a case on its own page. */
const CaseSide = lazyNamed(() => import('./case-side.tsx'), 'CaseSide')

/** What scrolls must be reachable by keyboard. */
const focusable = { tabIndex: 0 }

const tabs = ['activity', 'files', 'history', 'details'] as const

/** One case: head, title, actions, and its four parts. `place` is its position in a list; null on its own page. */
export function CaseDetail({ caseKey, place }: { caseKey: string; place: CaseListPosition | null }) {
  const t = useText()
  const phone = useIsMobile()
  const query = useQueryOf(readCase, { params: { key: caseKey } })
  useMarkRead(query.data)
  const position = place?.position
  usePageLabel(phone || !place ? caseKey : undefined, {
    ...(position
      ? {
          note: t('list.position', {
            index: position.index + 1,
            total: position.total,
            view: t(`view.${position.view}`),
          }),
        }
      : {}),
    ...(phone && place ? { back: place.back } : {}),
  })
  const frame = (body: ReactNode) => (
    <article
      className={classes.detail}
      aria-label={t('detail.label', { key: caseKey })}
      data-page={!place || undefined}
    >
      <CaseHead caseKey={caseKey} found={query.data} place={place} />
      {body}
      {phone && query.data && <CasePhoneBar found={query.data} />}
    </article>
  )
  return (
    <QueryView
      query={query}
      loading={frame(<LoadingRows rows={6} />)}
      notFound={
        <NotFoundState
          icon={IconFileOff}
          title={t('detail.gone')}
          actions={
            place && (
              <Button variant="default" onClick={place.close}>
                {t('detail.back')}
              </Button>
            )
          }
        >
          {t('detail.goneText')}
        </NotFoundState>
      }
    >
      {(found) => frame(<Body found={found} alone={place === null} />)}
    </QueryView>
  )
}

function Body({ found, alone }: { found: Case; alone: boolean }) {
  const t = useText()
  const { query: search, change } = useUrlQuery<'tab'>()
  const phone = useIsMobile()
  const tab = tabs.find((name) => name === search.tab) ?? 'activity'
  const side = useWide() && alone
  const [selectedComposer, setSelectedComposer] = useState<{ kind: CommentKind } | null>(null)
  const write = (kind: CommentKind) => {
    open('activity')
    setSelectedComposer({ kind })
  }
  const open = (value: string | null) => change({ tab: value === 'activity' ? undefined : value })
  return (
    <>
      <CaseKeys found={found} write={write} />
      <div className={classes.top}>
        <CaseTitle found={found} heading={alone && !phone ? 'h1' : 'h2'} />
        {!phone && <CaseActions found={found} />}
      </div>
      <CasePanels found={found} place="top" />
      <div className={classes.columns} data-side={side || undefined}>
        <div className={classes.main}>
          <Tabs value={tab} onChange={open} className={classes.tabs}>
            <Tabs.List aria-label={t('detail.tabs')}>
              <Tabs.Tab value="activity">{t('detail.activity')}</Tabs.Tab>
              <Tabs.Tab
                value="files"
                rightSection={found.attachmentCount > 0 && <Count value={found.attachmentCount} />}
              >
                {t('detail.files')}
              </Tabs.Tab>
              <Tabs.Tab value="history">{t('detail.history')}</Tabs.Tab>
              <Tabs.Tab value="details">{t('detail.details')}</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          <section
            className={classes.content}
            data-tab={tab}
            aria-label={t(`detail.${tab}`)}
            {...(tab === 'activity' ? {} : focusable)}
          >
            {tab === 'activity' && <Conversation key={found.key} found={found} asked={selectedComposer} />}
            {tab === 'files' && (
              <FilesTab
                issueKey={found.key}
                mayAttach={found.actions.includes('attach')}
                mayDeleteAll={found.actions.includes('delete')}
              />
            )}
            {tab === 'history' && <HistoryTab caseKey={found.key} />}
            {tab === 'details' && (
              <Suspense fallback={<LoadingRows rows={8} />}>
                <DetailsTab found={found} />
              </Suspense>
            )}
          </section>
        </div>
        {side && (
          <aside className={classes.side} aria-label={t('detail.side')} {...focusable}>
            <Suspense fallback={<LoadingRows rows={8} />}>
              <CaseSide found={found} />
            </Suspense>
          </aside>
        )}
      </div>
    </>
  )
}

const VIEWED_AFTER_MS = 500

/** Stores that the user has read a case, once it has been on screen for half a second. */
function useMarkRead(found: Case | undefined): void {
  const key = found?.key
  const version = found?.version
  const unread = found?.unread ?? false
  useEffect(() => {
    if (!key || version === undefined || !unread) return
    const timer = setTimeout(() => {
      patchRow(key, { unread: false })
      queryClient.setQueryData(queryOf(readCase, { params: { key } }).queryKey, (before) =>
        before ? { ...before, unread: false } : before,
      )
      // A failure to store it is not worth a message.
      void call(markCaseRead, { query: { issueKey: key } }).catch(() => {})
    }, VIEWED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [key, version, unread])
}

/** The keys of an open case: reply, note, assign to me, watch. The status has its own, see `StatusMenu`. */
function CaseKeys({ found, write }: { found: Case; write: (kind: CommentKind) => void }) {
  const t = useText()
  const me = useMe()
  const edit = useEditCase(found)
  const watch = useWatch(found)
  const group = t('keys.case')
  const key = (combo: string, label: string, run: () => void) => ({ combo, label, group, run })
  const may = (action: Case['actions'][number]) => found.actions.includes(action)
  useKeys([
    ...(may('comment') && !found.internal ? [key('r', t('keys.reply'), () => write('customer'))] : []),
    ...(may('comment-internal') ? [key('n', t('keys.note'), () => write('internal'))] : []),
    ...(may('assign') && found.assignee?.username !== me.username
      ? [
          key('a', t('keys.assign'), () =>
            edit.save({ assignee: me.username }, t('done.assigned', { key: found.key }), {
              undo: { assignee: found.assignee?.username ?? null },
            }),
          ),
        ]
      : []),
    ...(may('watch') ? [key('w', t('keys.watch'), watch.toggle)] : []),
  ])
  return null
}
