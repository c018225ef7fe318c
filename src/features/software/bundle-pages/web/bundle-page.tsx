import { Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import {
  type Bundle,
  bundleHistoryRecorded,
  isEditable,
  listBundles,
  listComponentFiles,
  readBundle,
  readBundleHistory,
  writeNotes,
} from '#features/software/bundles/contract.ts'
import { listNotes } from '#features/software/notes/contract.ts'
import { ReleasesTab } from '#features/software/release-pages/web/index.ts'
import { listReleases } from '#features/software/releases/contract.ts'
import { SbomTab } from '#features/software/sbom/web/index.ts'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconCircleCheckFilled, IconCircleDashed, IconPackageOff } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { TabBody, TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { usePageLabel } from '#kit/web/page-label.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { bundlesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { BundleActions } from './bundle-actions.tsx'
import { BundleHead, factsOf } from './bundle-head.tsx'
import classes from './bundle-page.module.css'
import { ComponentsTab } from './components-tab.tsx'
import { useReadyChecks } from './ready-checks.ts'

const CasesTab = lazyNamed(() => import('./cases-tab.tsx'), 'CasesTab')
const CompareTab = lazyNamed(() => import('./compare-tab.tsx'), 'CompareTab')
const HistoryTab = lazyNamed(() => import('./history-tab.tsx'), 'HistoryTab')
const NotesTab = lazyNamed(() => import('#features/software/notes/web/index.ts'), 'NotesTab')
const PatchesTab = lazyNamed(() => import('./patches-tab.tsx'), 'PatchesTab')

const tabs = ['components', 'releases', 'sbom', 'notes', 'patches', 'history', 'cases', 'compare'] as const

/** One bundle: its files, releases, notes and history. */
export function BundlePage() {
  const t = useText()
  const { bundleId = '' } = useParams({ strict: false }) as { bundleId?: string }
  const query = useQueryOf(readBundle, { params: { id: bundleId } })
  const phone = useIsMobile()
  useBundleEvents(bundleId)
  usePageLabel(query.data?.name, { note: query.data && factsOf(query.data, t), back: bundlesPath() })
  return (
    <QueryView
      query={query}
      page
      rows={8}
      notFound={
        <NotFoundState
          page
          icon={IconPackageOff}
          title={t('detail.gone')}
          actions={
            <Button variant="default" to={bundlesPath()}>
              {t('detail.toBundles')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </NotFoundState>
      }
    >
      {(data) => (
        <Page kind="fill">
          <BundleHead bundle={data} />
          <Parts bundle={data} />
          {phone && (
            <BottomBar>
              <BundleActions bundle={data} />
            </BottomBar>
          )}
        </Page>
      )}
    </QueryView>
  )
}

function Parts({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const { query: search, put } = useUrlQuery<'tab'>()
  const phone = useIsMobile()
  const mayWrite = useAllows(writeNotes)
  const tab = tabs.find((name) => name === search.tab) ?? 'components'
  const { figures, cases } = bundle
  const counts = {
    components: figures?.components,
    releases: figures?.releases,
    notes: figures?.notes,
    patches: figures?.patches,
    history: undefined,
    sbom: undefined,
    cases: cases.length,
    compare: undefined,
  }
  const open = (value: string | null) => put({ tab: value === 'components' ? undefined : value })
  return (
    <TwoColumnLayout
      label={t('detail.label', { name: bundle.name })}
      sideLabel={t('side.label')}
      side={<BundleSide bundle={bundle} />}
      tabs={
        <Tabs value={tab} onChange={open}>
          <Tabs.List aria-label={t('detail.tabs')}>
            {tabs
              .filter((name) => name !== 'compare' || phone || tab === name)
              .map((name) => (
                <Tabs.Tab
                  key={name}
                  value={name}
                  rightSection={counts[name] === undefined ? null : <Count value={counts[name]} />}
                >
                  {t(`tab.${name}`)}
                </Tabs.Tab>
              ))}
          </Tabs.List>
        </Tabs>
      }
    >
      <TabBody label={t(`tab.${tab}`)}>
        {tab === 'components' && <ComponentsTab bundle={bundle} />}
        <Suspense fallback={<LoadingRows />}>
          {tab === 'notes' && (
            <NotesTab
              of={{ bundleId: bundle.id }}
              mayWrite={mayWrite && isEditable(bundle.status)}
              hint={t('notes.internal')}
            />
          )}
          {tab === 'releases' && <ReleasesTab bundleId={bundle.id} />}
          {tab === 'sbom' && <SbomTab key={bundle.id} bundle={bundle} />}
          {tab === 'patches' && <PatchesTab bundle={bundle} />}
          {tab === 'history' && <HistoryTab bundleId={bundle.id} />}
          {tab === 'cases' && <CasesTab bundle={bundle} />}
          {tab === 'compare' && <CompareTab key={bundle.id} bundle={bundle} />}
        </Suspense>
      </TabBody>
    </TwoColumnLayout>
  )
}

/** Keeps the page of a bundle up to date: each type of live message refreshes its part (part 2 §4). */
function useBundleEvents(bundleId: string): void {
  useTopic(bundleHistoryRecorded, {}, (events) => {
    if (events && events.bundleId !== bundleId) return
    const name = events?.name ?? ''
    void refresh(readBundle, readBundleHistory)
    if (!events || /file|upload|component|moved|failed/.test(name))
      void refresh(listComponentFiles, listBundleComponents)
    if (!events || name.includes('release')) void refresh(listReleases)
    if (!events || name.includes('note')) void refresh(listNotes)
    if (!events || /created|deleted|moved/.test(name)) void refresh(listBundles)
  })
}

const Family = lazyNamed(() => import('./bundle-family.tsx'), 'Family')

/** Beside a bundle: whether it can be released, and its family. */
function BundleSide({ bundle }: { bundle: Bundle }) {
  return (
    <>
      <Ready bundle={bundle} />
      <Suspense>
        <Family bundle={bundle} />
      </Suspense>
    </>
  )
}

function Ready({ bundle }: { bundle: Bundle }) {
  const t = useText()
  const checks = useReadyChecks(bundle)
  return (
    <Card title={t('side.ready')}>
      <ul className={classes.checks}>
        {checks.map(({ id, good, value }) => (
          <li key={id} data-good={good || undefined}>
            {good ? (
              <IconCircleCheckFilled size={16} role="img" aria-label={t('side.good')} />
            ) : (
              <IconCircleDashed size={16} role="img" aria-label={t('side.open')} />
            )}
            <span>{t(`side.${id}`)}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
