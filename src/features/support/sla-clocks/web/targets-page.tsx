import { Suspense, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { editSlaClocks, listSlaTargets, type SlaTarget } from '../contract.ts'
import { useText } from '../texts.ts'

const EditTarget = lazyNamed(() => import('./edit-target.tsx'), 'EditTarget')

/** The SLA targets of every plan by priority. */
export function TargetsPage() {
  const t = useText()
  const mayEdit = useAllows(editSlaClocks)
  const [editedTarget, setEditedTarget] = useState<SlaTarget | null>(null)
  const query = useQueryOf(listSlaTargets, {})
  const span = (minutes: number | null) => formatDuration(minutes) ?? t('targets.none')
  const columns: readonly PlainColumn<SlaTarget>[] = [
    { id: 'plan', label: t('targets.plan'), width: 8, cell: ({ plan }) => t(`plan.${plan}`) },
    { id: 'priority', label: t('targets.priority'), width: 6, cell: ({ priority }) => t(`priority.${priority}`) },
    { id: 'first', label: t('targets.firstResponse'), align: 'right', cell: (row) => span(row.firstResponse) },
    { id: 'next', label: t('targets.nextUpdate'), align: 'right', cell: (row) => span(row.nextUpdate) },
    { id: 'resolution', label: t('targets.resolution'), align: 'right', cell: (row) => span(row.resolution) },
    {
      id: 'counted',
      label: t('targets.counted'),
      wide: true,
      cell: ({ business }) => t(business ? 'targets.business' : 'targets.clock'),
    },
    ...(mayEdit
      ? [
          {
            id: 'edit',
            label: t('targets.edit'),
            width: 5,
            cell: (row: SlaTarget) => (
              <Button size="xs" variant="subtle" onClick={() => setEditedTarget(row)}>
                {t('targets.edit')}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Page>
      <PageHeader title={t('targets.title')} note={t('targets.note')} />
      <QueryView query={query} rows={8}>
        {({ _embedded: { slaTargets: rows } }) => (
          <Card flush>
            <PlainTable
              label={t('targets.title')}
              columns={columns}
              rows={rows}
              id={({ plan, priority }) => `${plan} ${priority}`}
            />
          </Card>
        )}
      </QueryView>
      <Suspense>{editedTarget && <EditTarget target={editedTarget} onClose={() => setEditedTarget(null)} />}</Suspense>
    </Page>
  )
}
