import { Checkbox, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bundlesPath } from '#features/software/bundle-pages/paths.ts'
import { type Bundle, listBundles } from '#features/software/bundles/contract.ts'
import { type DistributionGroup, listDistributionGroups } from '#features/software/distribution-groups/contract.ts'
import { distributionGroupsPath } from '#features/software/distribution-groups/paths.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { IconBuildings, IconPackageOff, IconPlus } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { listRollouts, startRollout } from '../contract.ts'
import { rolloutPath, rolloutsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { label } from './label.ts'
import { isComplete, newRing, ringBody, usualRings } from './new-ring.ts'
import { RingFields } from './ring-fields.tsx'

const MOST_RINGS = 12

/** Starts a rollout of a bundle. */
export function NewRolloutPage() {
  const t = useText()
  const bundles = useEveryOf<Bundle>(listBundles, { query: { status: ['ACTIVE'], size: 200, sort: ['created,DESC'] } })
  const groups = useEveryOf<DistributionGroup>(listDistributionGroups, { query: { size: 200 } })
  usePageLabel(label('newRollout'), { back: rolloutsPath() })
  return (
    <Page kind="form">
      <PageHeader title={label('newRollout')} note={t('new.note')} />
      <QueryView query={jointQuery({ bundles, groups })} rows={8}>
        {(choices) => <Content {...choices} />}
      </QueryView>
    </Page>
  )
}

function Content({ bundles, groups }: { bundles: readonly Bundle[]; groups: readonly DistributionGroup[] }) {
  const t = useText()
  if (bundles.length === 0)
    return (
      <EmptyState
        colour="grey"
        icon={<IconPackageOff size={22} aria-hidden />}
        title={t('new.noBundles')}
        actions={<Button to={bundlesPath()}>{t('toBundle')}</Button>}
      />
    )
  if (groups.length === 0)
    return (
      <EmptyState
        colour="grey"
        icon={<IconBuildings size={22} aria-hidden />}
        title={t('new.noGroups')}
        actions={<Button to={distributionGroupsPath()}>{t('new.toGroups')}</Button>}
      />
    )
  return <Form bundles={bundles} groups={groups} />
}

function Form({ bundles, groups }: { bundles: readonly Bundle[]; groups: readonly DistributionGroup[] }) {
  const t = useText()
  const navigate = useNavigate()
  const requestedId = useUrlQuery<'bundle'>().query.bundle
  const [bundleId, setBundle] = useState(bundles.find(({ id }) => id === requestedId)?.id ?? null)
  const [note, setNote] = useState('')
  const [isSecurity, setSecurity] = useState(false)
  const [rings, setRings] = useState(() => usualRings(groups))
  const [isTried, setTried] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const start = useMutationOf(startRollout, {
    refreshes: [listRollouts],
    onProblem: (problem: ApiError) => {
      const own = Object.fromEntries(problem.fields.map(({ path, message }) => [path, message]))
      if (Object.keys(own).length === 0) showError(problem)
      setErrors(own)
    },
    onSuccess: ({ id, bundleName }) => {
      toast({ title: t('new.started', { name: bundleName }) })
      void navigate({ to: rolloutPath({ rolloutId: id }) })
    },
  })
  const send = () => {
    setTried(true)
    if (bundleId === null || !rings.every(isComplete)) return
    start.mutate({ body: { bundleId, rings: rings.map(ringBody), isSecurity, ...(note.trim() ? { note } : {}) } })
  }
  const change = (next: typeof rings) => {
    setErrors({})
    setRings(next)
  }
  const errorOf = (index: number) => Object.entries(errors).find(([path]) => path.startsWith(`rings.${index}.`))?.[1]
  return (
    <PageForm submitLabel={t('new.start')} pending={start.isPending} onSubmit={() => send()}>
      <Card>
        <div className="form-stack">
          <Select
            required
            searchable
            label={t('new.bundle')}
            description={t('new.bundleHint')}
            placeholder={t('new.chooseBundle')}
            withScrollArea={false}
            comboboxProps={{ withinPortal: false }}
            data={bundles.map(({ id, name }) => ({ value: id, label: name }))}
            value={bundleId}
            error={isTried && bundleId === null ? t('new.bundleMissing') : undefined}
            onChange={setBundle}
          />
          <Textarea
            autosize
            minRows={3}
            maxRows={10}
            maxLength={32_767}
            label={t('new.releaseNote')}
            description={t('new.releaseNoteHint')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Checkbox
            label={t('new.security')}
            description={t('new.securityHint')}
            checked={isSecurity}
            onChange={(event) => setSecurity(event.currentTarget.checked)}
          />
        </div>
      </Card>
      <Card title={t('new.rings')} note={t('new.ringsNote')}>
        <div className="form-stack">
          <p className="form-words">{t('new.gatesHint')}</p>
          {rings.map((ring, index) => (
            <RingFields
              key={ring.key}
              ring={ring}
              index={index}
              groups={groups}
              isTried={isTried}
              error={errorOf(index)}
              onChange={(next) => change(rings.with(index, next))}
              onUp={index > 0 ? () => change(rings.with(index, rings[index - 1]!).with(index - 1, ring)) : undefined}
              onRemove={rings.length > 1 ? () => change(rings.toSpliced(index, 1)) : undefined}
            />
          ))}
          {rings.length < MOST_RINGS && (
            <div>
              <Button
                variant="default"
                leftSection={<IconPlus size={15} aria-hidden />}
                onClick={() => change([...rings, newRing(Math.max(...rings.map(({ key }) => key)) + 1)])}
              >
                {t('new.add')}
              </Button>
            </div>
          )}
        </div>
      </Card>
    </PageForm>
  )
}
