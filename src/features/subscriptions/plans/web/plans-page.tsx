import { Suspense, useState } from 'react'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconEye, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  editPlan,
  listFacets,
  listPlans,
  manageFacets,
  managePlans,
  type Plan,
  type Service,
  setPlanValues,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { cellToSend } from './cell-to-send.ts'
import { sheetEffects } from './places.ts'
import classes from './plan-sheet.module.css'
import { PlanSheet } from './plan-sheet.tsx'
import { CellValue } from './sheet-cell.tsx'
import { type CellConflict, cellKey, useSheetChanges } from './sheet-changes.ts'

const PlanDialog = lazyNamed(() => import('./plan-dialog.tsx'), 'PlanDialog')
const ServiceDialog = lazyNamed(() => import('./service-dialog.tsx'), 'ServiceDialog')

/** Plans and services: the values of each plan, edited as a sheet and saved at once. */
export function PlansPage() {
  const query = jointQuery({ plans: useQueryOf(listPlans, {}), facets: useQueryOf(listFacets, {}) })
  return (
    <QueryView page query={query} rows={10}>
      {({ plans, facets }) => <Plans rows={plans._embedded.plans} services={facets._embedded.facets} />}
    </QueryView>
  )
}

function Plans({ rows, services }: { rows: readonly Plan[]; services: readonly Service[] }) {
  const t = useText()
  const phone = useIsMobile()
  const editable = useAllows(managePlans)
  const mayServices = useAllows(manageFacets)
  const sheet = useSheetChanges()
  const [plan, setPlan] = useState<Plan | 'new' | null>(null)
  const [service, setService] = useState<Service | 'new' | null>(null)
  const [asCustomer, setAsCustomer] = useState(false)
  const move = useMutationOf(editPlan, { refreshes: [listPlans] })
  const save = useSave(sheet)
  useKeys(
    editable
      ? [
          {
            combo: 'mod+s',
            label: t('save'),
            group: t('title'),
            run: (event) => {
              event.preventDefault()
              save.run(rows)
            },
          },
        ]
      : [],
  )
  const conflicts = sheet.conflictsWith(rows)
  const actions = (
    <>
      {editable && (
        <Button
          variant={asCustomer ? 'light' : 'default'}
          aria-pressed={asCustomer}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setAsCustomer(!asCustomer)}
        >
          {t('asCustomer')}
        </Button>
      )}
      {editable && (
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPlan('new')}>
          {t('plan.add')}
        </Button>
      )}
      {mayServices && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setService('new')}>
          {t('service.add')}
        </Button>
      )}
    </>
  )
  function moveTo(moving: string, to: number) {
    const order = rows.map(({ id }) => id).filter((id) => id !== moving)
    order.splice(to, 0, moving)
    for (const [index, id] of order.entries()) {
      const moved = rows.find((row) => row.id === id)!
      if (moved.displayOrder !== index + 1)
        move.mutate({ params: { id }, body: { displayOrder: index + 1 }, version: moved.version })
    }
  }
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note')} actions={actions} />
      {asCustomer && <InlineAlert colour="blue">{t('asCustomerNote')}</InlineAlert>}
      {conflicts.length > 0 && <SheetConflicts conflicts={conflicts} onResolve={sheet.resolve} />}
      <PlanSheet
        plans={asCustomer ? rows.map((row) => ({ ...row, accounts: null })) : rows}
        services={services}
        editable={editable && !asCustomer}
        sheet={sheet}
        onPlan={setPlan}
        onService={setService}
        onMove={moveTo}
      />
      {editable && !asCustomer && (
        <SheetFoot sheet={sheet} saving={save.pending} waits={conflicts.length > 0} onSave={() => save.run(rows)} />
      )}
      {phone && (editable || mayServices) && <BottomBar>{actions}</BottomBar>}
      <Suspense>
        {plan && <PlanDialog plan={plan === 'new' ? null : plan} onClose={() => setPlan(null)} />}
        {service && (
          <ServiceDialog
            service={service === 'new' ? null : service}
            categories={[...new Set(services.map(({ category }) => category))]}
            onClose={() => setService(null)}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Saves all changes by one call; when another user was faster, they are kept beside the new values. */
function useSave(sheet: ReturnType<typeof useSheetChanges>) {
  const t = useText()
  const save = useMutationOf(setPlanValues, {
    refreshes: [listPlans],
    onSuccess: (_, { body }) => {
      toast({ title: t('saved', { count: body.cells?.length ?? 1 }) })
      sheet.discard()
    },
    onProblem: (problem) => {
      if (problem.status === 412) showError(problem, { text: t('stale'), asWarning: true })
      else showError(problem)
    },
  })
  return {
    pending: save.isPending,
    run(plans: readonly Plan[]) {
      const changes = [...sheet.changes.values()].filter((change) => plans.some(({ id }) => id === change.plan.id))
      const first = plans.find(({ id }) => id === changes[0]?.plan.id)
      if (!first || save.isPending || sheet.conflictsWith(plans).length > 0) return
      const cells = changes.map((change) => {
        const { id } = change.plan
        return { ...cellToSend(change), plan: { id, version: plans.find((one) => one.id === id)?.version ?? 0 } }
      })
      save.mutate({ params: { id: first.id }, body: { cells }, version: first.version })
    },
  }
}

/** The values that another user changed meanwhile, beside the own ones: one is chosen for each cell. */
function SheetConflicts(props: {
  conflicts: readonly CellConflict[]
  onResolve: (conflict: CellConflict, keeps: boolean) => void
}) {
  const t = useText()
  return (
    <InlineAlert colour="orange">
      <p>{t('conflicts.title')}</p>
      <ul className={classes.conflicts}>
        {props.conflicts.map((conflict) => {
          const { own, current } = conflict
          const { service, plan } = own
          return (
            <li key={cellKey(own)}>
              <b translate="no">{t('sheet.cell', { service: service.subcategory, plan: plan.name })}</b>
              <span>
                {t('conflicts.theirs')} <CellValue service={service} value={current.value} />
              </span>
              <span>
                {t('conflicts.own')} <CellValue service={service} value={own.value} />
              </span>
              <Button size="compact-sm" variant="default" onClick={() => props.onResolve(conflict, true)}>
                {t('conflicts.keep')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => props.onResolve(conflict, false)}>
                {t('conflicts.take')}
              </Button>
            </li>
          )
        })}
      </ul>
    </InlineAlert>
  )
}

/** The changes that are not saved, what they reach, and their buttons. */
function SheetFoot(props: {
  sheet: ReturnType<typeof useSheetChanges>
  saving: boolean
  /** Whether a conflict waits for a choice. */
  waits: boolean
  onSave: () => void
}) {
  const t = useText()
  const phone = useIsMobile()
  const { sheet, saving, waits, onSave } = props
  const changes = [...sheet.changes.values()]
  const plans = [...new Map(changes.map(({ plan }) => [plan.id, plan])).values()]
  const accounts = plans.reduce((sum, plan) => sum + (plan.accounts ?? 0), 0)
  return (
    <div className={classes.foot}>
      <div role="status" className={classes.reach}>
        {changes.length > 0 ? t('changes', { count: changes.length }) : t('unchanged')}{' '}
        {changes.length > 0 && t('reach', { count: accounts })}
        {changes.length > 0 && <Parts place={sheetEffects} cells={changes.map(cellToSend)} />}
      </div>
      {!phone && <p className={classes.hint}>{t('keys')}</p>}
      <div className={classes.actions}>
        <Button variant="subtle" blocked={sheet.canUndo ? undefined : t('notYet.undo')} onClick={sheet.undo}>
          {t('undo')}
        </Button>
        <Button
          variant="default"
          blocked={changes.length === 0 ? t('notYet.unchanged') : undefined}
          onClick={sheet.discard}
        >
          {t('discard')}
        </Button>
        <Button
          blocked={waits ? t('notYet.conflict') : changes.length === 0 ? t('notYet.unchanged') : undefined}
          loading={saving}
          rightSection={<Shortcut combo="mod+s" />}
          onClick={onSave}
        >
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
