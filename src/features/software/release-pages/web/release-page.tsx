import { Textarea } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  askAboutBundle,
  askAboutBundles,
  bundleHistoryRecorded,
  readEveryBundle,
} from '#features/software/bundles/contract.ts'
import {
  accountReleasesChanged,
  type BundleRelease,
  deleteReleases,
  downloadRelease,
  listReleaseFiles,
  listReleaseImages,
  readRelease,
} from '#features/software/releases/contract.ts'
import { downloadReleases } from '#features/software/uploads/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { IconDownload, IconHeadset, IconPackageOff, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { NotFoundState } from '#kit/web/states/not-found-state.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { releasesPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { ReleaseBadge } from './release-badge.tsx'
import { ReleaseParts } from './release-parts.tsx'
import { whyReleaseStays } from './why-release-stays.ts'

const DeleteRelease = lazyNamed(() => import('./delete-release.tsx'), 'DeleteRelease')

/** One release of an account: its files, notes, and how to verify it. */
export function ReleasePage() {
  const t = useText()
  const { releaseId = '', account = '', accountId = '' } = useParams({ strict: false }) as Record<string, string>
  const staff = useAllows(readEveryBundle)
  const query = useQueryOf(readRelease, { params: { id: releaseId } })
  const events = () => void refresh(readRelease, listReleaseFiles, listReleaseImages)
  useTopic(accountReleasesChanged, account ? { account } : undefined, events)
  useTopic(bundleHistoryRecorded, staff ? {} : undefined, (message) => {
    if (!message || message.releaseId === releaseId) events()
  })
  usePageLabel(query.data?.name, {
    note: query.data && factsOf(query.data, t),
    back: releasesPath({ account, accountId }),
  })
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
            <Button variant="default" to={releasesPath({ account, accountId })}>
              {t('detail.toReleases')}
            </Button>
          }
        >
          {t('detail.goneText')}
        </NotFoundState>
      }
    >
      {(data) => <Release release={data} staff={staff} />}
    </QueryView>
  )
}

function Release({ release, staff }: { release: BundleRelease; staff: boolean }) {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const mayDelete = useAllows(deleteReleases, release.account)
  const mayAsk = useAllows(askAboutBundles, release.account)
  const mayDownload = useAllows(downloadReleases, release.account) && release.isDownloadable
  const isDelivered = release.status === 'DELIVERED'
  const actions = (
    <>
      {mayAsk && isDelivered && (
        <Button variant="default" leftSection={<IconHeadset size={15} aria-hidden />} onClick={() => setAsking(true)}>
          {t('ask.open')}
        </Button>
      )}
      {mayDelete && (
        <Button
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden />}
          aria-haspopup="dialog"
          blocked={whyReleaseStays(release, t)}
          onClick={() => setDeleting(true)}
        >
          {t('delete.run')}
        </Button>
      )}
      {release.signature && mayDownload && <DownloadAll release={release} />}
    </>
  )
  return (
    <Page kind="fill">
      <PageHeader
        stacked
        title={release.name}
        note={factsOf(release, t)}
        badges={
          <>
            <ReleaseBadge release={release} />
            {release.signature && <Badge colour="purple">{t('detail.signed')}</Badge>}
          </>
        }
        actions={actions}
      />
      {release.bundleStatus !== 'ACTIVE' && (
        <InlineAlert>
          {t(release.isDownloadable ? 'detail.stopped' : 'detail.withdrawn', { reason: release.bundleReason ?? '–' })}
        </InlineAlert>
      )}
      <ReleaseParts release={release} staff={staff} mayDownload={mayDownload} />
      {phone && <BottomBar>{actions}</BottomBar>}
      <Suspense>
        {isDeleting && (
          <DeleteRelease
            release={release}
            onDeleted={() => void navigate({ to: releasesPath(release) })}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
      {asking && <AskQuestion release={release} onClose={() => setAsking(false)} />}
    </Page>
  )
}

function factsOf(release: BundleRelease, t: ReturnType<typeof useText>): string {
  return [
    t('detail.for', { account: release.accountDisplayName }),
    release.delivered ? t('detail.delivered', { at: formatDateTime(release.delivered) }) : t('detail.waits'),
    release.components > release.images && t('detail.files', { count: release.components - release.images }),
    release.images > 0 && t('detail.images', { count: release.images }),
    formatBytes(release.size),
  ]
    .filter((fact) => fact !== false)
    .join(' · ')
}

function DownloadAll({ release: { id, size } }: { release: BundleRelease }) {
  const t = useText()
  return (
    <Button
      href={downloadRelease.url.replace('{id}', id)}
      download
      leftSection={<IconDownload size={15} aria-hidden />}
    >
      {t('detail.downloadAll', { size: formatBytes(size) })}
    </Button>
  )
}

/** Sends a question about a delivered bundle: opens a case. */
function AskQuestion({ release, onClose }: { release: BundleRelease; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const ask = useMutationOf(askAboutBundle, {
    onSuccess: ({ key }) => {
      toast({ title: t('ask.done', { key }) })
      void navigate({ to: casePath({ account: release.account, accountId: release.accountId, key }) })
    },
  })
  return (
    <FormDialog
      title={t('ask.title', { name: release.bundleName })}
      submitLabel={t('ask.send')}
      pending={ask.isPending}
      blocked={text.trim() ? undefined : t('notYet.question')}
      onSubmit={() => {
        ask.mutate({ query: { bundleId: release.bundleId, accountId: release.accountId }, body: { text } })
      }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        required
        autosize
        minRows={4}
        maxLength={30_000}
        label={t('ask.question')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
