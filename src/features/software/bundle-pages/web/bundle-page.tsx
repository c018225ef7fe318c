import { Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type Bundle, isEditable, readBundle, writeNotes } from '#features/software/bundles/contract.ts'
import { ReleasesTab } from '#features/software/release-pages/web/index.ts'
import { SbomTab } from '#features/software/sbom/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconPackageOff } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
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
import { BundleSide } from './bundle-side.tsx'
import { ComponentsTab } from './components-tab.tsx'
import { useBundleEvents } from './use-bundle-updates.ts'

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
