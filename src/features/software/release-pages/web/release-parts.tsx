import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { isEditable, writeNotes } from '#features/software/bundles/contract.ts'
import { NotesTab } from '#features/software/notes/web/index.ts'
import { manageRegistryAccess } from '#features/software/registry/contract.ts'
import { registryPath } from '#features/software/registry/paths.ts'
import { RegistryCard } from '#features/software/registry/web/index.ts'
import type { BundleRelease } from '#features/software/releases/contract.ts'
import { Count } from '#kit/web/look/count.tsx'
import { TabBody, TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { ReleaseFiles } from './release-files.tsx'
import { ReleaseImages } from './release-images.tsx'
import { ReleaseSteps } from './release-steps.tsx'
import { VerifyCard } from './verify-card.tsx'

/** The files, images and notes of a release, and beside them its progress and how to verify it. */
export function ReleaseParts(props: { release: BundleRelease; staff: boolean; mayDownload: boolean }) {
  const { release, staff, mayDownload } = props
  const { id, account, accountId, components, images } = release
  const t = useText()
  const { query, put } = useUrlQuery<'tab'>()
  const { tab: wanted } = query
  const contents = t(images === 0 ? 'detail.filesTab' : components > images ? 'detail.bothTab' : 'images.title')
  const tab = wanted === 'notes' ? 'notes' : 'files'
  const mayWrite = useAllows(writeNotes)
  const mayPull = useAllows(manageRegistryAccess, account) && release.status === 'DELIVERED'
  const open = (value: string | null) => put({ tab: value === 'files' ? undefined : value })
  return (
    <TwoColumnLayout
      wide
      label={t('detail.label', { name: release.name })}
      sideLabel={t('verify.title')}
      side={
        <>
          {release.approval && staff && release.status !== 'DELIVERED' && <ReleaseSteps release={release} />}
          <VerifyCard release={release} />
          {images > 0 && mayPull && (
            <Suspense fallback={null}>
              <RegistryCard releaseId={id} path={registryPath({ account, accountId })} />
            </Suspense>
          )}
        </>
      }
      tabs={
        <Tabs value={tab} onChange={open}>
          <Tabs.List aria-label={t('detail.tabs')}>
            <Tabs.Tab value="files" rightSection={<Count value={components} />}>
              {contents}
            </Tabs.Tab>
            <Tabs.Tab value="notes">{t('detail.notesTab')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      }
    >
      <TabBody label={tab === 'files' ? contents : t('detail.notesTab')}>
        {tab === 'files' ? (
          <>
            {components > images && <ReleaseFiles release={release} mayDownload={mayDownload} />}
            {images > 0 && <ReleaseImages release={release} />}
          </>
        ) : (
          <NotesTab
            of={{ bundleReleaseId: release.id }}
            mayWrite={mayWrite && isEditable(release.bundleStatus)}
            {...(mayWrite ? { hint: t('detail.notesHint') } : {})}
          />
        )}
      </TabBody>
    </TwoColumnLayout>
  )
}
