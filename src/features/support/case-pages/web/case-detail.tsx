import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { FilesTab } from '#features/support/attachments/web/index.ts'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import type { CommentKind } from '#features/support/comments/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileOff } from '#kit/web/icons/icons.generated.ts'
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
import { useText } from '../texts.ts'
import { CaseActions } from './case-actions.tsx'
import classes from './case-detail.module.css'
import { CaseHead } from './case-head.tsx'
import { CaseKeys } from './case-keys.tsx'
import type { CaseListPosition } from './case-list-position.ts'
import { CasePanels } from './case-panels.tsx'
import { CasePhoneBar } from './case-phone-bar.tsx'
import { CaseTitle } from './case-title.tsx'
import { Conversation } from './conversation.tsx'
import { HistoryTab } from './history-tab.tsx'
import { useMarkRead } from './use-mark-read.ts'

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
  const [selected, setSelected] = useState<{ kind: CommentKind } | null>(null)
  const write = (kind: CommentKind) => {
    open('activity')
    setSelected({ kind })
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
            {tab === 'activity' && <Conversation key={found.key} found={found} asked={selected} />}
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
