import { type BundleRelease, listReleases } from '#features/software/releases/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChecks } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { SplitView } from '#kit/web/table/split-view.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { ApprovalDetail } from './approval-detail.tsx'
import classes from './approvals-page.module.css'
import { useLabel } from './label.ts'
import { ReleaseBadge } from './release-badge.tsx'

/** Releases that wait for the approval of a second user, and recently delivered ones. */
export function ApprovalsPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const { query, put } = useUrlQuery<'release'>()
  const { release: requestedId } = query
  const waiting = useEveryOf<BundleRelease>(listReleases, {
    query: { isApproved: false, isRejected: false, size: 200, sort: ['created,ASC'] },
  })
  const rejectedQuery = useQueryOf(listReleases, { query: { isRejected: true, size: 8, sort: ['created,DESC'] } })
  const lately = useQueryOf(listReleases, { query: { isApproved: true, size: 8, sort: ['delivered,DESC'] } })
  const releases = waiting.data
  const deliveredReleases = lately.data?._embedded.releases ?? []
  const rejectedReleases = rejectedQuery.data?._embedded.releases ?? []
  // The one just delivered stays in view until another is chosen.
  const wantedRelease =
    releases?.find(({ id }) => id === requestedId) ??
    [...deliveredReleases, ...rejectedReleases].find(({ id }) => id === requestedId)
  const current = wantedRelease ?? (phone ? undefined : releases?.[0])
  const open = (id: string | undefined) => put({ release: id })
  const step = (by: number) => {
    const at = releases?.findIndex(({ id }) => id === current?.id) ?? -1
    const next = releases?.[Math.max(0, Math.min(at + by, releases.length - 1))]
    if (next) open(next.id)
  }
  useKeys([
    { combo: 'j', label: t('queue.next'), group: label('approvals'), run: () => step(1) },
    { combo: 'k', label: t('queue.previous'), group: label('approvals'), run: () => step(-1) },
  ])
  return (
    <QueryView query={waiting} rows={8}>
      {(releases) => (
        <Page kind="fill">
          <PageHeader
            title={label('approvals')}
            note={t('queue.note', { count: releases.length })}
            actions={
              <span className={classes.keys}>
                <Shortcut combo="j" /> <Shortcut combo="k" /> {t('queue.move')} <Shortcut combo="a" />{' '}
                {t('queue.approve')}
              </span>
            }
          />
          <SplitView
            main
            name="approvals"
            list={
              <div className={classes.list}>
                {releases.length === 0 && (
                  <EmptyState colour="green" icon={<IconChecks size={22} aria-hidden />} title={t('queue.empty')}>
                    {t('queue.emptyText')}
                  </EmptyState>
                )}
                <ul aria-label={t('queue.waiting')}>
                  {releases.map((release) => (
                    <ApprovalRow
                      key={release.id}
                      release={release}
                      open={release.id === current?.id}
                      onOpen={() => open(release.id)}
                    />
                  ))}
                </ul>
                {rejectedReleases.length > 0 && <h2>{t('queue.rejected')}</h2>}
                <ul aria-label={t('queue.rejected')}>
                  {rejectedReleases.map((release) => (
                    <ApprovalRow
                      brief
                      key={release.id}
                      release={release}
                      open={release.id === current?.id}
                      onOpen={() => open(release.id)}
                    />
                  ))}
                </ul>
                {deliveredReleases.length > 0 && <h2>{t('queue.lately')}</h2>}
                <ul aria-label={t('queue.lately')}>
                  {deliveredReleases.map((release) => (
                    <ApprovalRow
                      brief
                      key={release.id}
                      release={release}
                      open={release.id === current?.id}
                      onOpen={() => open(release.id)}
                    />
                  ))}
                </ul>
              </div>
            }
            detail={
              current ? (
                <ApprovalDetail key={current.id} release={current} onBack={phone ? () => open(undefined) : undefined} />
              ) : null
            }
          />
        </Page>
      )}
    </QueryView>
  )
}

/** A release in the queue: for whom, of what, since when. `brief` in one line, for finished ones. */
function ApprovalRow(props: { release: BundleRelease; brief?: boolean; open: boolean; onOpen: () => void }) {
  const { release, brief, open, onOpen } = props
  const { name, accountDisplayName, bundleName, delivered, created } = release
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-brief={brief || undefined}
        aria-current={open || undefined}
        onClick={onOpen}
      >
        <Monogram name={accountDisplayName} size={20} />
        <span className={classes.words}>
          <strong className="el">{name}</strong>
          <span className="el">
            {name === bundleName ? accountDisplayName : `${accountDisplayName} · ${bundleName}`}
          </span>
        </span>
        <span className={classes.end}>
          <ReleaseBadge release={release} />
          <Age at={delivered ?? created} />
        </span>
      </button>
    </li>
  )
}
