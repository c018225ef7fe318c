import { NumberInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { manageDeployments } from '#features/monitoring/metrics/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlus, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  type AnalyticsDeployment,
  type InventorySettings,
  listDeployments,
  readInventorySettings,
  readMdUtilization,
  saveInventorySettings,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'
import { InventorySettingsCard } from './inventory-settings-card.tsx'

const DeploymentDialog = lazyNamed(() => import('./deployment-dialog.tsx'), 'DeploymentDialog')
const DeleteDeployment = lazyNamed(() => import('./delete-deployment.tsx'), 'DeleteDeployment')
type Open = { readonly deployment?: AnalyticsDeployment; readonly isDeletion?: boolean }

/** The deployments of an account with their analytics settings; the thresholds of utilisation. */
export function SettingsPage() {
  const t = useText()
  const account = useAccount()
  const phone = useIsMobile()
  const [open, setOpen] = useState<Open>()
  const name = account?.name ?? ''
  const may = useAllows(manageDeployments, name)
  const query = useQueryOf(listDeployments, { query: { account: name } }, { enabled: name !== '' })
  const close = () => setOpen(undefined)
  const add = may && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setOpen({})}>
      {t('add')}
    </Button>
  )
  return (
    <Page kind="dashboard">
      <PageHeader title={t('settingsTitle')} note={account?.displayName} actions={add} />
      <QueryView
        query={query}
        rows={4}
        empty={
          <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('noDeployments')}>
            {t('addFirst')}
          </EmptyState>
        }
      >
        {({ _embedded: { deployments } }) => (
          <Card title={t('deployments')} note={t('tokens')} flush>
            <Deployments deployments={deployments} onOpen={may ? setOpen : undefined} />
          </Card>
        )}
      </QueryView>
      {may && name !== '' && <ThresholdsCard account={name} />}
      {may && name !== '' && <InventorySettingsCard account={name} />}
      {phone && add && <BottomBar>{add}</BottomBar>}
      <Suspense fallback={null}>
        {open?.deployment && open.isDeletion && <DeleteDeployment deployment={open.deployment} onClose={close} />}
        {open && !open.isDeletion && <DeploymentDialog account={name} deployment={open.deployment} onClose={close} />}
      </Suspense>
    </Page>
  )
}

function Deployments(props: {
  deployments: readonly AnalyticsDeployment[]
  onOpen: ((open: Open) => void) | undefined
}) {
  const t = useText()
  const { deployments, onOpen } = props
  const columns: PlainColumn<AnalyticsDeployment>[] = [
    { id: 'name', label: t('name'), cell: ({ name }) => name },
    { id: 'version', label: t('versionColumn'), wide: true, cell: ({ version }) => version },
    {
      id: 'stage',
      label: t('stageField'),
      wide: true,
      cell: ({ stage }) => (
        <StateBadge kind="stage" state={stage}>
          {t(`stage.${stage}`)}
        </StateBadge>
      ),
    },
    { id: 'ops', label: t('opsName'), wide: true, cell: ({ settings }) => settings?.opsCustomerName ?? '–' },
    { id: 'api', label: t('apiUrl'), wide: true, cell: ({ settings }) => settings?.apiUrl ?? '–' },
    {
      id: 'monitoring',
      label: t('monitoring'),
      cell: ({ enableMonitoring }) => !enableMonitoring && <Badge colour="light-grey">{t('state.OFF')}</Badge>,
    },
  ]
  if (onOpen)
    columns.push({
      id: 'actions',
      label: t('actions'),
      align: 'right',
      quiet: true,
      cell: (deployment) => (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={t('edit', { name: deployment.name })}
            onClick={() => onOpen({ deployment })}
          >
            {t('editOne')}
          </Button>{' '}
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('deleteTitle', { name: deployment.name })}
            onClick={() => onOpen({ deployment, isDeletion: true })}
          >
            {t('delete')}
          </Button>
        </>
      ),
    })
  return <PlainTable label={t('deployments')} columns={columns} rows={deployments} id={({ id }) => id} />
}

/** The thresholds from which a MAC domain is flagged. */
function ThresholdsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(readInventorySettings, { query: { account } })
  return (
    <Card title={t('thresholds')}>
      <QueryView query={query} rows={4}>
        {(data) => <ThresholdsForm key={data.version} account={account} settings={data} />}
      </QueryView>
    </Card>
  )
}

function ThresholdsForm({ account, settings }: { account: string; settings: InventorySettings }) {
  const t = useText()
  const { accountId: _, version, format, ...values } = settings
  const form = useContractForm(saveInventorySettings.body, values)
  const save = useMutationOf(saveInventorySettings, {
    refreshes: [readInventorySettings, readMdUtilization],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('thresholdsSaved') }),
  })
  return (
    <form
      noValidate
      className="form-stack"
      onSubmit={form.onSubmit((body) => save.mutate({ query: { account }, version, body: { ...body, format } }))}
    >
      <div className={classes.grid}>
        <NumberInput min={1} max={100} label={t('dsThreshold')} {...form.getInputProps('dsThreshold')} />
        <NumberInput min={1} max={100} label={t('usThreshold')} {...form.getInputProps('usThreshold')} />
      </div>
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('saveThresholds')}
        </Button>
      </div>
    </form>
  )
}
