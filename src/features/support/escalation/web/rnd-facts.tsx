import { useState } from 'react'
import { workOnRnd } from '#features/support/case-access/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { editRndIssue, listFixBundles, type RndIssue, rndStatuses } from '../contract.ts'
import { useText } from '../texts.ts'
import { escalationRefreshes } from './escalation-refreshes.ts'
import classes from './rnd-issue.module.css'

/** Status, fix bundle and owner of an R&D issue; R&D edits them in place. */
export function RndFacts({ issue }: { issue: RndIssue }) {
  const t = useText()
  const me = useMe()
  const mayWork = useAllows(workOnRnd)
  const [q, setQ] = useState('')
  const query = q && q !== issue.fixBundle?.name ? { q } : {}
  const offered = useQueryOf(listFixBundles, { query }, { enabled: mayWork, keep: true }).data?._embedded.bundles ?? []
  const bundles = [
    ...(issue.fixBundle ? [issue.fixBundle] : []),
    ...offered.filter(({ id }) => id !== issue.fixBundle?.id),
  ]
  const edit = useMutationOf(editRndIssue, {
    refreshes: escalationRefreshes,
    onSuccess: () => toast({ title: t('page.saved', { key: issue.key }) }),
    onProblem: (problem) =>
      problem.status === 412 ? showError(problem, { text: t('page.stale'), asWarning: true }) : showError(problem),
  })
  const save = (body: Parameters<typeof edit.mutate>[0]['body']) =>
    edit.mutate({ params: { key: issue.key }, body, version: issue.version })
  if (!mayWork)
    return (
      <Card>
        <DescriptionList
          lines={[
            [t('page.fix'), issue.fixBundle?.name ?? t('page.noFix')],
            [t('page.owner'), issue.owner?.fullName ?? t('page.unassigned')],
          ]}
        />
      </Card>
    )
  return (
    <Card>
      <div className={classes.facts}>
        <Select
          label={t('page.status')}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={rndStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={issue.status}
          onChange={(value) => {
            const status = rndStatuses.find((one) => one === value)
            if (status && status !== issue.status) save({ status })
          }}
        />
        <Select
          label={t('page.fix')}
          placeholder={t('page.noFix')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('page.noFix') }}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={bundles.map(({ id, name }) => ({ value: id, label: name }))}
          value={issue.fixBundle?.id ?? null}
          onSearchChange={setQ}
          onChange={(fixBundleId) => fixBundleId !== (issue.fixBundle?.id ?? null) && save({ fixBundleId })}
        />
        <div className={classes.owner}>
          <span>{t('page.owner')}</span>
          <strong>{issue.owner?.fullName ?? t('page.unassigned')}</strong>
          {issue.owner?.username !== me.username && (
            <Button size="xs" variant="default" loading={edit.isPending} onClick={() => save({ owner: me.username })}>
              {t('page.take')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
