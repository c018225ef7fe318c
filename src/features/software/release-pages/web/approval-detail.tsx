import { Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  approveRelease,
  approveReleases,
  type BundleRelease,
  listReleases,
  readRelease,
  readReleaseChanges,
  rejectRelease,
} from '#features/software/releases/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconArrowLeft, IconCheck, IconX } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { releasePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './approvals-page.module.css'
import { ChangeRows } from './change-rows.tsx'
import { useLabel } from './label.ts'
import { ReleaseBadge } from './release-badge.tsx'
import { ReleaseSteps } from './release-steps.tsx'

/** What an approver checks before delivering: for whom, what changes, the note, and what will happen. */
export function ApprovalDetail({ release, onBack }: { release: BundleRelease; onBack: (() => void) | undefined }) {
  const t = useText()
  const changes = useQueryOf(readReleaseChanges, { params: { id: release.id } })
  return (
    <article className={classes.detail} aria-label={t('detail.label', { name: release.name })}>
      <header className={classes.head}>
        {onBack && (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ justifyContent: 'flex-start' }}
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            onClick={onBack}
          >
            {t('queue.back')}
          </Button>
        )}
        <Monogram name={release.accountDisplayName} size={28} />
        <div className={classes.title}>
          <h2>
            <Link to={releasePath({ ...release, releaseId: release.id })}>
              {t('queue.title', { name: release.name, account: release.accountDisplayName })}
            </Link>
          </h2>
          <ReleaseBadge release={release} />
          <p>
            {t('queue.made', {
              age: formatAge(release.created),
              by: release.createdBy.fullName,
              bundle: release.bundleName,
            })}
          </p>
        </div>
      </header>
      {changes.isPending ? <LoadingRows /> : <Decision release={release} changes={changes.data} />}
    </article>
  )
}

/** The changes are above the button, so the button waits for them: it must not move under the pointer. */
function Decision({
  release,
  changes,
}: {
  release: BundleRelease
  changes: Reply<typeof readReleaseChanges> | undefined
}) {
  const t = useText()
  return (
    <div className={classes.decision}>
      <div className={classes.what}>
        {changes && (
          <ChangeRows
            heading="h3"
            title={changes.against ? t('queue.against', { name: changes.against.name }) : t('queue.first')}
            changes={changes.changes}
          />
        )}
        {release.note && (
          <section>
            <h3>{t('queue.releaseNote')}</h3>
            <Markdown text={release.note} />
          </section>
        )}
      </div>
      <div className={classes.then}>
        <ReleaseSteps release={release} />
        <Approve release={release} />
      </div>
    </div>
  )
}

/** Why this user can neither approve nor reject the release; undefined when they can. */
function useBlocked({ createdBy, createdByImpersonator }: BundleRelease): string | undefined {
  const t = useText()
  const me = useMe()
  if (me.impersonateMode) return t('queue.impersonating', { name: me.fullName })
  if (createdBy.id === me.id) return t('queue.own')
  if (createdByImpersonator?.id === me.id) return t('queue.ownImpersonated', { name: createdBy.fullName })
  return undefined
}

function Approve({ release }: { release: BundleRelease }) {
  const t = useText()
  const label = useLabel()
  const may = useAllows(approveReleases)
  const isBlocked = useBlocked(release)
  const [rejecting, setRejecting] = useState(false)
  const approve = useMutationOf(approveRelease, {
    refreshes: [listReleases, readRelease],
    onSuccess: ({ name }) => toast({ title: t('queue.initiated', { name }) }),
  })
  const open = release.approval === null && release.rejection === null
  const ready = may && !isBlocked && open && release.bundleStatus === 'ACTIVE' && !approve.isPending
  const run = () => approve.mutate({ query: { bundleReleaseId: release.id } })
  const reject = () => setRejecting(true)
  const group = label('approvals')
  const asks = {
    title: t('queue.ask', { name: release.name, account: release.accountDisplayName }),
    text: t('queue.final'),
    action: t('queue.deliver'),
  }
  useKeys([
    ...(ready ? [{ combo: 'a', label: t('queue.approveKey'), group, run, asks }] : []),
    ...(may && open && !isBlocked ? [{ combo: 'r', label: t('reject.open'), group, run: reject }] : []),
  ])
  if (release.approval) return null
  if (release.rejection)
    return (
      <InlineAlert>
        {t('reject.was', { name: release.rejection.by, age: formatAge(release.rejection.at) })} {release.rejection.note}
      </InlineAlert>
    )
  if (release.bundleStatus !== 'ACTIVE')
    return <InlineAlert>{t('detail.stopped', { reason: release.bundleReason ?? '–' })}</InlineAlert>
  if (!may) return isBlocked ? <InlineAlert>{isBlocked}</InlineAlert> : null
  return (
    <footer className={classes.approve}>
      <div className={classes.buttons}>
        <Button
          color="green"
          blocked={isBlocked}
          loading={approve.isPending}
          leftSection={<IconCheck size={16} aria-hidden />}
          rightSection={<Shortcut combo="a" />}
          onClick={run}
        >
          {t('queue.deliver')}
        </Button>
        {!isBlocked && (
          <Button
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            rightSection={<Shortcut combo="r" />}
            onClick={reject}
          >
            {t('reject.open')}
          </Button>
        )}
      </div>
      {rejecting && <RejectDialog release={release} onClose={() => setRejecting(false)} />}
      <p>{isBlocked ?? t('queue.final')}</p>
    </footer>
  )
}

/** Rejects a release; its creator gets the note by mail. */
function RejectDialog({ release, onClose }: { release: BundleRelease; onClose: () => void }) {
  const t = useText()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const reject = useMutationOf(rejectRelease, {
    refreshes: [listReleases, readRelease],
    onSuccess: () => {
      toast({ title: t('reject.done', { name: release.name }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('reject.title', { name: release.name })}
      submitLabel={t('reject.send')}
      pending={reject.isPending}
      colour="red"
      onSubmit={() => {
        if (!note.trim()) return setError(t('reject.missing'))
        reject.mutate({ params: { id: release.id }, body: { note } })
      }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={4}
        maxLength={2000}
        label={t('reject.note')}
        description={t('reject.hint', { name: release.createdBy.fullName })}
        value={note}
        error={error}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
